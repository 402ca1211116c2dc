import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { person, withPreset } from '../../../../test/requirements/open-gate.ts'
import { newWorkspace, openToolbox } from '../../../../test/runtime/open-toolbox.ts'
import type { Approver } from '../../../gate/ports.ts'
import { openSkills } from '../../../io/skills/skill-folders.ts'
import { execSessions } from '../../../tools/families/exec-sessions.ts'
import { execTools } from '../exec/exec-tools.ts'
import { runtimeSkillTools } from './skill-tools.ts'

const document = (actions: string) => `---\nname: greet\ndescription: Greets.\nactions:\n${actions}\n---\n# Greet\n`
const files = {
  'skills/greet/SKILL.md': document(
    [
      '  hello: { argv: [bash, actions/hello.sh, world], env: { GREETING: hello } }',
      '  escape: { argv: [bash, ../../outside.sh] }',
      '  elsewhere: { argv: [bash, /bin/true] }',
      '  reference: { argv: [cat, reference.md] }',
      '  linked: { argv: [bash, actions/link.sh] }',
      '  destroy: { argv: [rm, -rf, --no-preserve-root, -r] }',
    ].join('\n'),
  ),
  'skills/greet/actions/hello.sh': 'echo "$GREETING $1"\n',
  'skills/greet/reference.md': 'how to greet\n',
  'outside.sh': 'echo outside\n',
}

const exec = execTools({ sessions: execSessions() })
afterAll(() => exec.close())
const { runCommand } = exec

const cautious = await withPreset('cautious')

async function open(approvers: readonly Approver[] = [person().approver]) {
  const root = newWorkspace(files)
  symlinkSync('../../../outside.sh', join(root, 'skills/greet/actions/link.sh'))
  const skills = openSkills([join(root, 'skills')])
  const opened = await openToolbox(root, runtimeSkillTools({ skills, runCommand }), {
    policies: cautious,
    approvers,
    tools: skills,
  })
  return { ...opened, root }
}

describe('R202: skill_exec', () => {
  test.each([
    ['greet', 'hello', /^hello world\n\[exit code 0/],
    ['$greet', 'hello', /^hello world\n\[exit code 0/],
    ['$[team].greet', 'hello', /^hello world\n\[exit code 0/],
    ['greet', 'nope', /^not_found: there is no action `nope`/],
    ['nope', 'hello', /^not_found: there is no skill `nope`/],
    ['../greet', 'hello', /^not_found/],
    ['greet', 'escape', /^config_error: `..\/..\/outside.sh` is not a file in the skill's `actions\/`/],
    ['greet', 'elsewhere', /^config_error/],
    ['greet', 'reference', /^config_error/],
    ['greet', 'linked', /^config_error/],
    ['greet', '__proto__', /^not_found/],
  ])('%s %s', async (skill_mention, action_id, want) => {
    const { say } = await open()
    const said = await say('skill_exec', { skill_mention, action_id })
    if (typeof want === 'string') expect(said).toBe(want)
    else expect(said).toMatch(want)
  })

  test('asks no one about an action that does not exist', async () => {
    const { approver, asked } = person()
    const { say } = await open([approver])
    await say('skill_exec', { skill_mention: 'greet', action_id: 'nope' })
    expect(asked).toEqual([])
  })

  test('an approval does not cover a script that changed since', async () => {
    const { approver, asked } = person('approved_for_session')
    const { say, root, gate } = await open([approver])
    const call = { skill_mention: 'greet', action_id: 'hello' }
    const key = () => gate.judge({ tool: 'skill_exec', input: call }).key
    const before = key()
    await say('skill_exec', call)
    expect(asked).toHaveLength(1)
    await say('skill_exec', call)
    expect(asked).toHaveLength(1)
    writeFileSync(join(root, 'skills/greet/actions/other.sh'), 'echo helper\n')
    expect(key()).not.toBe(before)
    await say('skill_exec', call)
    expect(asked).toHaveLength(2)
  })

  test('a script that changes while the person thinks does not run', async () => {
    const root = newWorkspace(files)
    const skills = openSkills([join(root, 'skills')])
    const tampering: Approver = {
      name: 'person',
      channel: 'human',
      request: async () => {
        appendFileSync(join(root, 'skills/greet/actions/hello.sh'), 'echo more\n')
        return { decision: 'approved', by: 'dev' }
      },
    }
    const { say } = await openToolbox(root, runtimeSkillTools({ skills, runCommand }), {
      policies: cautious,
      approvers: [tampering],
      tools: skills,
    })
    expect(await say('skill_exec', { skill_mention: 'greet', action_id: 'hello' })).toMatch(
      /changed after the call was judged/,
    )
  })
})

describe('R202: skill_ref_read', () => {
  test.each([
    ['reference.md', 'how to greet\n'],
    ['nope.md', /^not_found/],
    ['../../outside.sh', 'validation: `../../outside.sh` is not in the folder of the skill'],
  ])('%s', async (ref_path, want) => {
    const { say } = await open()
    const said = await say('skill_ref_read', { skill_mention: 'greet', ref_path })
    if (typeof want === 'string') expect(said).toBe(want)
    else expect(said).toMatch(want)
  })

  test('a skill that is a link out of its directory is no skill', async () => {
    const root = newWorkspace({ 'other/SKILL.md': '# x' })
    mkdirSync(join(root, 'skills'))
    symlinkSync('../other', join(root, 'skills/other'))
    expect(openSkills([join(root, 'skills')]).skillDirectory('other')).toBeNull()
  })
})
