/** How each client goes on with an earlier session. Pi has no option for an id, only a list. */
const commands = new Map<string, (session: string) => string>([
  ['claude-code', session => `claude --resume ${session}`],
  ['codex', session => `codex resume ${session}`],
  ['gemini', session => `gemini --resume ${session}`],
  ['copilot', session => `copilot --resume=${session}`],
  ['cursor', session => `cursor-agent --resume ${session}`],
  ['opencode', session => `opencode --session ${session}`],
  ['pi', () => 'pi --resume'],
])

/** The command that lets a client go on with a session; null if there is none. A person copies it, so an id that needs quotes has none. */
export const resumeCommandOf = (client: string | null, session: string): string | null =>
  client !== null && /^[A-Za-z0-9_][\w-]*$/.test(session) ? (commands.get(client)?.(session) ?? null) : null
