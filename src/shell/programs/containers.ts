import { isKnown, knownPrefix, type Word, wordText } from '../../core/word.ts'
import { applyTable } from './apply.ts'
import type { ProgramCall } from './run.ts'
import type { Program, Programs } from './table.ts'

const engine: Program = {
  tier: 'write',
  options: {
    '-H HOST --host=HOST --context=NAME -c NAME --config=DIR -l LEVEL --log-level=LEVEL': 'plain',
    '-D --debug --tls --tlsverify': 'plain',
  },
  commands: {
    'ps images logs inspect stats top port version info events history diff search': {
      tier: 'read',
      otherOptions: 'plain',
      operands: 'plain',
    },
    'build pull push tag start stop restart pause unpause wait login logout create rename update commit save load import export cp':
      { tier: 'execute', otherOptions: 'plain', operands: 'plain' },
    'rm rmi kill': { tier: 'write', otherOptions: 'plain', operands: 'change container/delete' },
    'system volume network image container builder': {
      tier: 'write',
      otherOptions: 'plain',
      commands: {
        'ls list inspect df info': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
        'rm remove prune': { does: ['change container/delete'], otherOptions: 'plain', operands: 'plain' },
        'create connect disconnect': { otherOptions: 'plain', operands: 'plain' },
      },
    },
    compose: { tier: 'execute', code: 'project', otherOptions: 'plain', operands: 'plain' },
  },
}

const kubectl: Program = {
  tier: 'execute',
  options: {
    '-n NS --namespace=NS --context=NAME --kubeconfig=FILE --cluster=NAME -o FORMAT --output=FORMAT -l SELECTOR --selector=SELECTOR -f FILE --filename=FILE -k DIR':
      'plain',
  },
  commands: {
    'get describe logs top explain version api-resources api-versions cluster-info diff auth': {
      tier: 'read',
      otherOptions: 'plain',
      operands: 'plain',
    },
    'apply create patch scale rollout label annotate expose set run edit replace': {
      does: ['change kubernetes/apply'],
      otherOptions: 'plain',
      operands: 'plain',
    },
    'delete drain': { does: ['change kubernetes/delete'], otherOptions: 'plain', operands: 'plain' },
  },
}

/** Containers and pods: what runs inside happens somewhere else, unless the host's files are mounted. */
export const containers: Programs = {
  'docker podman nerdctl': { ...engine, custom: runEngine },
  kubectl: { ...kubectl, custom: runKubectl },
}

const valuedRunOptions = new Set([
  '-v',
  '--volume',
  '-e',
  '--env',
  '-w',
  '--workdir',
  '-p',
  '--publish',
  '--name',
  '-u',
  '--user',
  '--network',
  '--net',
  '--mount',
  '--entrypoint',
  '-m',
  '--memory',
  '--cpus',
  '--env-file',
  '-l',
  '--label',
  '-h',
  '--hostname',
  '--platform',
  '--pull',
  '--restart',
  '--add-host',
  '--device',
  '--cap-add',
  '--cap-drop',
  '--security-opt',
  '--ulimit',
  '--tmpfs',
  '--shm-size',
  '--gpus',
  '--log-driver',
  '--cidfile',
  '--ip',
  '--dns',
  '-a',
  '--attach',
  '-n',
  '--namespace',
  '-c',
  '--container',
  '--context',
  '--kubeconfig',
])

function runEngine(call: ProgramCall): void {
  const { args } = call
  const command = args.findIndex(arg => !knownPrefix(arg).startsWith('-'))
  const name = wordText(args[command] ?? '')
  if (name !== 'run' && name !== 'exec') return applyTable(engine, call)
  const rest = args.slice(command + 1)
  const at = firstOperand(rest)
  const given = rest.slice(0, at).map(wordText)
  const mounts = given.some(
    (word, i) =>
      /^(-v|--volume|--mount|--privileged|--pid=host|--device)/.test(word) &&
      (word.includes('=') || given[i + 1] !== undefined || word === '--privileged'),
  )
  call.amend({ tier: 'execute' })
  if (given.includes('--privileged')) call.change('container/privileged', null)
  const target = rest[at]
  const words = rest.slice(at + 1)
  if (target !== undefined && words.length > 0)
    startInside(call, words, `${call.name} ${name}`, { at: 'container', name: wordText(target), mounts })
}

function runKubectl(call: ProgramCall): void {
  const at = call.args.findIndex(arg => wordText(arg) === 'exec')
  if (at < 0) return applyTable(kubectl, call)
  const rest = call.args.slice(at + 1)
  const dashes = rest.findIndex(arg => wordText(arg) === '--')
  const pod = rest[firstOperand(rest)]
  const words = dashes >= 0 ? rest.slice(dashes + 1) : rest.slice(firstOperand(rest) + 1)
  if (pod !== undefined && words.length > 0)
    startInside(call, words, 'kubectl exec', { at: 'pod', name: wordText(pod) })
}

function startInside(
  call: ProgramCall,
  words: readonly Word[],
  link: string,
  where: NonNullable<Parameters<ProgramCall['start']>[2]>['where'] & object,
): void {
  call.start(words, link, { where, cwd: '/' })
}

function firstOperand(args: readonly Word[]): number {
  for (let i = 0; i < args.length; i += 1) {
    const word = args[i] ?? ''
    const text = knownPrefix(word)
    if (!text.startsWith('-')) return i
    if (isKnown(word) && valuedRunOptions.has(text)) i += 1
  }
  return args.length
}
