import { chmodSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newWorkspace } from '../../../test/runtime/open-toolbox.ts'
import { onPath } from './find-ripgrep.ts'

const program = '#!/bin/sh\n'

test('an `rg` on the PATH counts only if the agent cannot have written it', () => {
  const outside = newWorkspace({ 'bin/rg': program, 'plain/rg': program })
  const workspace = newWorkspace({ 'bin/rg': program })
  for (const file of [join(outside, 'bin/rg'), join(workspace, 'bin/rg')]) chmodSync(file, 0o755)
  const linked = newWorkspace()
  symlinkSync(join(workspace, 'bin/rg'), join(linked, 'rg'))
  const found = (...path: readonly string[]) => onPath(path.join(':'), [workspace])
  expect(found(join(workspace, 'bin'), join(outside, 'bin'))).toBe(join(outside, 'bin/rg'))
  expect(found(join(workspace, 'bin'))).toBeNull()
  expect(found(linked)).toBeNull()
  expect(found(join(outside, 'plain'))).toBeNull()
  expect(found('bin', '', '.')).toBeNull()
})
