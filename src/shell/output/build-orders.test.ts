import { expect, it } from 'vitest'
import { buildServerOrder } from './build-orders.ts'

it.each([
  ['##vso[task.prependpath]/tmp/bin', '##vso[task.prependpath]/tmp/bin'],
  [
    'building\n##vso[task.setvariable variable=PATH;isOutput=true]/tmp\ndone',
    '##vso[task.setvariable variable=PATH;isOutput=true]/tmp',
  ],
  ['see ##vso[task.uploadfile]/etc/passwd', '##vso[task.uploadfile]/etc/passwd'],
  ['##vso[TASK.SetSecret]x', '##vso[TASK.SetSecret]x'],
  ['##vso[build.updatebuildnumber]1', '##vso[build.updatebuildnumber]1'],
  ['##vso[artifact.upload artifactname=a]/home', '##vso[artifact.upload artifactname=a]/home'],
  ["  ##teamcity[setParameter name='env.PATH' value='/tmp']", "##teamcity[setParameter name='env.PATH' value='/tmp']"],
  ['::set-env name=PATH::/tmp', '::set-env name=PATH::/tmp'],
  ['x\n::add-path::/tmp', '::add-path::/tmp'],
  ['##[add-path]/tmp', '##[add-path]/tmp'],
])('%j is an order', (text, order) => expect(buildServerOrder(text)).toBe(order))

it.each([
  '##vso[task.logissue type=error]no',
  '##vso[task.logmessage]x',
  '##vso[task.complete result=Failed;]x',
  '##vso[task.setprogress value=50;]x',
  '##vso[task.prependpath', // not closed
  '##vso[', // only the mark
  '##[section]Build',
  '##[group]Build',
  '::group::Build',
  '::notice file=a.ts,line=1::x',
  '::warning::x',
  '::error::x',
  '::set-output name=a::b',
  '::add-mask::x',
  'std::set-env', // not at the start of a line
  "##teamcity[message text='x']",
  "##teamcity[testStarted name='x']",
  '## Headline',
])('%j is none', text => expect(buildServerOrder(text)).toBeNull())

it('reads a megabyte in one pass: quadratic work would not end within the time limit', () => {
  expect(buildServerOrder('##vso[build.x '.repeat(80_000))).toBeNull()
})
