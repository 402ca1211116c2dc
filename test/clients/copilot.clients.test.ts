import { join } from 'node:path'
import { isObject } from '../../src/core/json.ts'
import { clientBinary } from './client.ts'
import { keepsContract, listIn, textIn } from './contract.ts'

keepsContract({
  name: 'copilot',
  title: 'Copilot CLI',
  kind: {
    model: 'fake-completions',
    binary: clientBinary('copilot', 'node_modules/.bin/copilot'),
    args: () => ['-p', 'do it', '--no-color', '--allow-all-tools', '--allow-all-paths'],
    env: {
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
      COPILOT_PROVIDER_BASE_URL: 'http://127.0.0.1:8704/v1',
      COPILOT_PROVIDER_API_KEY: 'none',
      COPILOT_PROVIDER_WIRE_API: 'completions',
      COPILOT_MODEL: 'gpt-5.1',
    },
    resultsIn: body =>
      listIn(body, 'messages').flatMap(message =>
        isObject(message) && message['role'] === 'tool' ? [JSON.stringify(message['content'])] : [],
      ),
  },
  prepare: (client, server) => {
    const mcpServers = { notes: { type: 'local', ...server, tools: ['*'] } }
    client.write(join(client.home, '.copilot/mcp-config.json'), JSON.stringify({ mcpServers }))
  },
  install: [],
  settings: '.copilot/hooks/sallyport.json',
  shell: command => ({ tool: 'bash', input: { command, description: 'a step' } }),
  write: (path, file_text) => ({ tool: 'create', input: { path, file_text } }),
  note: { tool: 'notes-note', input: { text: 'hello' } },
  noteRule: 'mcp__notes-*',
  delegate: prompt => [
    { tool: 'task', input: { description: 'sub', prompt, agent_type: 'general-purpose', name: 'sub', mode: 'sync' } },
  ],
  asked: 'Sallyport asks about this',
  unstarted: 'hook exited with code 2',
  sampleFor: sent => {
    const tool = textIn(sent, 'toolName')
    if (tool === 'create') return null
    const event = isObject(sent) && 'toolResult' in sent ? 'postToolUse' : 'preToolUse'
    return `${event}${tool.includes('-') ? '-mcp' : ''}`
  },
  samples: ['preToolUse', 'preToolUse-mcp', 'postToolUse', 'postToolUse-mcp'],
})
