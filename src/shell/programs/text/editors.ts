import { wordText } from '../../../core/word.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Programs } from '../engine/table.ts'

/** Editors: interactive tools, which can run anything from inside. */
export const editors: Programs = {
  'vi vim nvim view vimdiff nvimdiff gvim ex rvim nano pico emacs emacsclient micro hx helix joe kak ne mcedit ed red':
    {
      tier: 'execute',
      custom: runEditor,
      examples: {
        'vim --version': [],
        'vim a.txt': 'opaque an interactive editor',
        "vim -c '!id' a.txt": 'opaque editor commands: `-c`',
        'emacs --batch -l x.el': 'opaque editor commands: `--batch`',
      },
    },
  'code code-insiders cursor windsurf subl zed atom idea': {
    tier: 'execute',
    options: {
      '-r --reuse-window -n --new-window -w --wait -g --goto -d --diff -a --add --verbose --disable-extensions -m --merge':
        'plain',
      '--show-versions': 'plain',
      '--list-extensions -s --status -v --version --locate-shell-integration-path=SHELL': 'prints',
      '--install-extension=ID --force --update-extensions': 'change packages/install',
      '--uninstall-extension=ID': 'change packages/remove',
      '--extensions-dir=DIR --user-data-dir=DIR --extensionDevelopmentPath=DIR':
        'opaque extensions from another directory',
    },
    operands: 'write',
    examples: { 'code src': 'write src', 'code --install-extension a.b': 'change packages/install a.b' },
  },
}

function runEditor(call: ProgramCall): void {
  const words = call.args.map(wordText)
  if (words.length === 1 && /^(--version|--help|-h|-V)$/.test(words[0] ?? '')) return call.amend({ tier: 'read' })
  const command = words.find(word =>
    /^(\+.+|-c|--cmd|-S|-s|-es|-e|--eval|-f|--funcall|-l|--load|--batch|--script|-u|--headless)$/.test(word),
  )
  call.opaque(command === undefined ? 'an interactive editor' : `editor commands: \`${command}\``)
}
