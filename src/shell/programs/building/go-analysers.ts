import { eitherDash } from '../engine/either-dash.ts'
import type { Programs } from '../engine/table.ts'

/** Go's analysers load the packages as the compiler does, and fix the files that they find there. */
export const goAnalysers: Programs = {
  'modernize fieldalignment nilness shadow unusedwrite unusedresult copylocks lostcancel findcall ifaceassert deadcode ineffassign unparam unconvert gocritic gocognit bodyclose':
    {
      tier: 'execute',
      code: 'project',
      singleDash: true,
      options: {
        ...eitherDash({
          '-fix -diff -json -test -all -v -q -generated -exported -tests -fastmath -safe -apply -strict -source -flags -over N':
            'plain',
          '-c N -tags LIST -filter RE -f FORMAT -whylive NAME -GOOS NAME -top N -ignore RE -category NAME -enable LIST -disable LIST':
            'plain',
          '-cpuprofile FILE -memprofile FILE -trace FILE': 'write',
        }),
        '-V FLAG': 'plain',
      },
      operands: 'may name code',
      commands: { 'check doc': { operands: 'may name code' } },
      examples: {
        'modernize --fix ./...': [],
        'fieldalignment -fix ./color/...': [],
        'modernize /srv/x/...': 'opaque `modernize` may run or write a file outside the project: `/srv/x/...`',
        'modernize -cpuprofile /tmp/p ./...': 'write /tmp/p',
        'modernize -frob ./...': 'opaque unknown option `-frob` of `modernize`',
      },
    },
}
