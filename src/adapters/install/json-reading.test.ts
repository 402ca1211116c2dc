import { describe, expect, test } from 'vitest'
import { claudeCodeReading } from './claude-code-reading.ts'
import { codexReading } from './codex-reading.ts'
import { copilotReading } from './copilot-reading.ts'
import { type JsonReading, mistakeIn } from './json-reading.ts'

/** A text, and its mistake as `line:column message`; null if the client reads the text. */
type Row = readonly [text: string, mistake: string | null]

function tellsMistakes(client: string, reading: JsonReading, rows: readonly Row[]): void {
  describe(client, () => {
    test.each(rows)('%s: %s', (text, expected) => {
      const mistake = mistakeIn(text, reading)
      expect(mistake === null ? null : `${mistake.line}:${mistake.column} ${mistake.message}`).toBe(expected)
    })
  })
}

/** Each row was tried with the real client. */
tellsMistakes('Claude Code', claudeCodeReading, [
  ['{}', null],
  ['{\n  // mine\n  "model": "x"\n}', '2:3 a comment, which this client does not allow'],
  ['{\n  "model": "x",\n}', '3:1 a trailing comma, which this client does not allow'],
  ['{"model":"x"} x', '1:15 is not valid JSON'],
  ['{', '1:2 is not valid JSON'],
  ['{\u00a0}', '1:2 is not valid JSON'],
  ['[]', '1:1 is not a JSON object'],
  ['\uFEFF{"model":"x"}', null],
  ['\uFEFF{"model":5}', '1:11 `model` is not a string'],
  ['{"hooks":{},"a":1,\n"hooks":{}}', '2:1 `hooks` appears twice'],
  ['{"permissions":{"allow":"Bash"}}', '1:25 `permissions.allow` is not a list'],
  ['{"permissions":[]}', '1:16 `permissions` is not an object'],
  ['{"permissions":null}', '1:16 `permissions` is not an object'],
  ['{"permissions":{"allow":[5,"Bash(("],"other":1}}', null],
  [
    '{"permissions":{"defaultMode":"zzz"}}',
    '1:31 `permissions.defaultMode` is not one of acceptEdits, auto, bypassPermissions, default, dontAsk, manual, plan',
  ],
  ['{"env":"x"}', '1:8 `env` is not an object'],
  ['{"env":{"A":1}}', null],
  ['{"statusLine":{"type":"command"}}', '1:15 `statusLine.command` is missing'],
  ['{"includeCoAuthoredBy":"yes"}', '1:24 `includeCoAuthoredBy` is not `true` or `false`'],
  ['{"theme":5,"effortLevel":"zzz","someFutureKey":5,"mcpServers":5}', null],
  ['{"hooks":{"Stop":"x","Zzz":5,"PostToolUse":[5]}}', null],
  ['{"hooks":{"PreToolUse":[5]}}', '1:25 `hooks.PreToolUse.0` is not an object'],
  ['{"hooks":{"PreToolUse":[{}]}}', '1:25 `hooks.PreToolUse.0.hooks` is missing'],
  ['{"hooks":{"PreToolUse":[{"hooks":[]}]}}', null],
  [
    '{"hooks":{"PreToolUse":[{"hooks":[{"type":"zzz"}]}]}}',
    '1:43 `hooks.PreToolUse.0.hooks.0.type` is not one of command, http, mcp_tool, prompt, agent',
  ],
  ['{"hooks":{"PermissionRequest":"x"}}', '1:31 `hooks.PermissionRequest` is not a list'],
])

tellsMistakes('Codex', codexReading, [
  ['{"hooks":{"Stop":[]}}', null],
  ['{\n// mine\n}', '2:1 a comment, which this client does not allow'],
  ['{"hooks":{},}', '1:13 a trailing comma, which this client does not allow'],
  ['\uFEFF{}', '1:1 starts with a byte order mark'],
  ['{"hooks":{"Stop":"x"}}', '1:18 `hooks.Stop` is not a list'],
  ['{"hooks":{"Stop":[{"hooks":null}]}}', '1:28 `hooks.Stop.0.hooks` is not a list'],
  ['{"hooks":{"Stop":[{"matcher":null,"hooks":[]},{}]}}', null],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"command"}]}]}}', '1:29 `hooks.Stop.0.hooks.0.command` is missing'],
  [
    '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":5.5}]}]}}',
    '1:71 `hooks.Stop.0.hooks.0.timeout` is not a whole number',
  ],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"x","timeout":null,"other":5}]}]}}', null],
  ['{"hooks":{"Stop":[{"hooks":[{"type":"prompt"},{"type":"agent","prompt":5}]}]}}', null],
  ['{"hooks":{"Zzz":"x","Notification":5}}', null],
  ['{"version":1}', '1:12 `version` is not a key that this client knows'],
  ['{"description":"x"}', null],
  ['{"hooks":{"Stop":[{"matcher":"a","matcher":"b"}]}}', '1:34 `matcher` appears twice'],
])

tellsMistakes('Copilot CLI', copilotReading, [
  ['{"hooks":{"zzz":5}}', null],
  ['{"version":2}', '1:12 `version` is not 1'],
  ['{ // mine\n}', '1:3 a comment, which this client does not allow'],
  ['\uFEFF{}', '1:1 starts with a byte order mark'],
  ['{"hooks":{"postToolUse":null}}', '1:25 `hooks.postToolUse` is not a list'],
  ['{"hooks":{"postToolUse":[5]}}', null],
  ['{"disableAllHooks":"x"}', '1:20 `disableAllHooks` is not `true` or `false`'],
])
