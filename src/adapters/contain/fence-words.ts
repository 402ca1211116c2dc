import { denialText, type FenceDenial } from '../../fence/explain/denial.ts'

/** The fence in a few words, for a model that meets it for the first time. */
export const fenceIntroduction =
  'Sallyport ran this command in a sandbox, because it does not know what the command does. Only the project is writable there, ' +
  'without `.git` and files that start programs; there is no network, secrets are hidden, files in /tmp may be gone afterwards, and ' +
  'programs end with the call. If a command needs more, run it again after it failed: Sallyport then asks the user. Do not try to ' +
  'get around the sandbox.'

/** Why a contained command failed, as far as the fence is the cause. `asksNext`: the failure is remembered, so the next try asks. */
export const blockedWords = (denials: readonly FenceDenial[], { asksNext }: { readonly asksNext: boolean }): string =>
  [
    `The sandbox may be why this failed: ${denials.map(denialText).join('; ')}.`,
    ...(asksNext ? ['If the task needs it, run the same command again: Sallyport will ask the user.'] : []),
  ].join(' ')

export const replacedWords =
  'Another hook changed this command after Sallyport had put it in the sandbox, so it ran without one. Sallyport asks from now on ' +
  'instead of using the sandbox in this session. Tell the user.'

export const unstartedWords =
  'The sandbox could not be started here, so nothing ran. Run the command again: Sallyport asks the user instead.'
