import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isObject } from '../../src/core/json.ts'
import { clientBinary } from './client.ts'
import { contains, saying } from './contains.ts'
import { type Contract, keepsContract, listIn, textIn } from './contract.ts'

const contract: Contract = {
  name: 'gemini',
  title: 'Gemini CLI',
  kind: {
    model: 'fake-gemini',
    binary: clientBinary('gemini', 'node_modules/.bin/gemini'),
    args: () => ['-p', 'do it', '-m', 'gemini-2.5-flash', '--output-format', 'json', '--yolo'],
    env: {
      GEMINI_API_KEY: 'none',
      GOOGLE_GEMINI_BASE_URL: 'http://127.0.0.1:8703',
      GEMINI_TELEMETRY_ENABLED: 'false',
      GEMINI_CLI_TRUST_WORKSPACE: 'true',
      NO_BROWSER: 'true',
    },
    resultsIn: body =>
      listIn(body, 'contents')
        .flatMap(content => listIn(content, 'parts'))
        .flatMap(part => (isObject(part) ? [part['functionResponse']] : []))
        .flatMap(response => (isObject(response) ? [JSON.stringify(response['response'])] : [])),
  },
  prepare: (client, server) => {
    const settings = { security: { auth: { selectedType: 'gemini-api-key' } }, mcpServers: { notes: server } }
    client.write(join(client.home, '.gemini/settings.json'), JSON.stringify(settings))
  },
  moved: { variable: 'GEMINI_CLI_HOME', from: '.gemini', to: '.gemini' },
  install: [],
  settings: '.gemini/settings.json',
  shell: command => ({ tool: 'run_shell_command', input: { command, description: 'a step' } }),
  write: (file_path, content) => ({ tool: 'write_file', input: { file_path, content } }),
  note: { tool: 'mcp_notes_note', input: { text: 'hello' } },
  noteRule: 'mcp__notes__*',
  delegate: prompt => [{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt } }],
  asked: 'ask them to run `sallyport approve',
  unstarted: 'could not run',
  killed: 'runs',
  late: 'runs',
  ownRule: ({ home }) => ({
    path: join(home, '.gemini/policies/own.toml'),
    text: '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "touch"\ndecision = "ask_user"\npriority = 900\n',
  }),
  sampleFor: sent => {
    const tool = textIn(sent, 'tool_name')
    if (tool === 'write_file') return null
    return `${textIn(sent, 'hook_event_name')}${tool.startsWith('mcp_') ? '-mcp' : ''}`
  },
  samples: ['BeforeTool', 'BeforeTool-mcp', 'AfterTool', 'AfterTool-mcp'],
}

keepsContract(contract)

contains({
  ...contract,
  ownRule: ({ home, write }) =>
    write(
      join(home, '.gemini/policies/own.toml'),
      '[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "frobtool forbidden"\ndecision = "deny"\npriority = 900\n',
    ),
  // Gemini CLI itself refuses command substitutions; later calls are contained all the same.
  refused: 'frobtool words "$(true)"',
  background: command => ({ tool: 'run_shell_command', input: { command, is_background: true } }),
  rewriteTo: ({ home, write }, command) => {
    const path = join(home, contract.settings)
    const settings = JSON.parse(readFileSync(path, 'utf8'))
    const answer = { decision: 'allow', hookSpecificOutput: { tool_input: { command } } }
    // The last hook of the file has the last word.
    settings.hooks.BeforeTool.push({ matcher: '.*', hooks: [{ type: 'command', command: saying(answer) }] })
    write(path, JSON.stringify(settings))
    return {}
  },
})
