import { applyTable } from '../engine/apply.ts'
import { eitherDash } from '../engine/either-dash.ts'
import type { Options, Program, Programs, Subcommand } from '../engine/table.ts'
import { installs, packageReads, projectCode, updates } from '../shared/package-commands.ts'
import { cleanSources } from './go-clean.ts'

const builds: Options = eitherDash({
  '-C DIR --C DIR': 'cwd',
  '-exec COMMAND -toolexec COMMAND': 'run',
  '-vettool FILE': 'code',
  '-ldflags FLAGS -gccgoflags FLAGS': { '*extld*': 'opaque a custom linker', '*': 'plain' },
  '-o FILE -coverprofile FILE -cpuprofile FILE -memprofile FILE -blockprofile FILE -mutexprofile FILE -trace FILE -outputdir DIR':
    'write',
  '-pgo FILE': 'plain',
  '-overlay FILE -modfile FILE': 'code',
  '-tags LIST -run PATTERN -bench PATTERN -skip PATTERN -count N -timeout TIME -p N -parallel N -mod MODE -coverpkg LIST -gcflags FLAGS -asmflags FLAGS -covermode MODE -benchtime TIME -cpu LIST -fuzz PATTERN -fuzztime TIME':
    'plain',
})

/** Options of `cover`, `pprof`, `trace` and similar tools, which display measurements of a run. */
const toolOptions: Options = eitherDash({
  '-func FILE -html FILE -i FILE -tags LIST -base FILE -diff_base FILE -nodecount N -sample_index NAME -focus RE':
    'read',
  '-output FILE': 'write',
  '-http ADDRESS': 'plain',
  '-tools DIRS': 'may name code',
  '-top -text -list RE -peek RE -svg -png -dot -tree -traces -raw -cum -flat -json -S -s -sizes -n': 'plain',
})

const toolOperands = { '*.prof *.pprof *.out *.trace *.cov *.test *.pb.gz': 'read', '*': 'plain' } as const

const goCode: Subcommand = { ...projectCode, singleDash: true, options: builds }

const go: Program = {
  tier: 'read',
  singleDash: true,
  options: eitherDash({ '-C DIR': 'cwd' }),
  env: {
    GOFLAGS: {
      '-mod=mod -mod=vendor -mod=readonly -count=1 -race -v -buildvcs=false -trimpath -insecure=false': 'plain',
      '*': 'opaque options for every go command',
    },
    GOTOOLCHAIN: { 'local path': 'plain', '*': 'opaque a custom toolchain or configuration' },
    'GOROOT GOENV GOTOOLDIR': 'opaque a custom toolchain or configuration',
  },
  commands: {
    'build test vet generate': goCode,
    tool: { ...goCode, options: { ...goCode.options, ...toolOptions }, operands: toolOperands },
    run: {
      ...goCode,
      operands: { '*@*': 'opaque a module that is downloaded and run', '/*': 'code', '..*': 'code', '*': 'plain' },
    },
    'get install': { ...installs, singleDash: true, options: builds },
    'version doc help bug': { ...packageReads, singleDash: true },
    list: { ...packageReads, singleDash: true, options: { '-toolexec COMMAND --toolexec COMMAND': 'run' } },
    env: {
      ...packageReads,
      singleDash: true,
      options: eitherDash({ '-w -u': 'change packages/manage' }),
    },
    fmt: {
      tier: 'write',
      singleDash: true,
      options: { '-n': 'dry run', '-x': 'plain', '-mod MODE': 'plain' },
      operands: 'plain',
    },
    fix: { ...goCode, options: { '-diff': 'plain' } },
    clean: {
      tier: 'write',
      singleDash: true,
      options: {
        '-n --n': 'dry run',
        '-C DIR --C DIR': 'cwd',
        ...eitherDash({
          '-i -r -x -testcache': 'plain',
          '-cache -modcache -fuzzcache': 'change packages/remove',
        }),
      },
      operands: 'plain',
    },
    mod: {
      tier: 'read',
      commands: {
        'graph why verify': { ...packageReads, singleDash: true },
        'tidy init': { ...updates, singleDash: true, options: { '-diff': 'dry run' } },
        'download vendor': {
          tier: 'write',
          singleDash: true,
          options: { '-o DIR': 'write', '-x -v -e -json': 'plain' },
          operands: 'plain',
        },
        edit: { ...installs, singleDash: true, options: { '-json -print': 'dry run' } },
      },
    },
    work: { tier: 'read', commands: { 'init use sync vendor': updates, edit: installs } },
    telemetry: { tier: 'read', operands: 'change packages/manage' },
  },
}

/** Go. */
export const goPackages: Programs = {
  go: {
    ...go,
    custom: call => {
      applyTable(go, call)
      cleanSources(go, call)
    },
    examples: {
      'go test ./... -run TestX -count=1': [],
      'go build -o bin/x ./cmd/x': 'write bin/x',
      'go tool cover -func=/tmp/c.out': 'read /tmp/c.out',
      'go tool pprof -top /tmp/cpu.prof': 'read /tmp/cpu.prof',
      'go tool pprof -tools=/tmp/x a.prof': [
        'opaque `go` may run or write a file outside the project: `/tmp/x`',
        'read a.prof',
      ],
      'go test -exec ./evil ./...': 'run ./evil',
      'go run example.com/x@latest': 'opaque a module that is downloaded and run: `example.com/x@latest`',
      'go vet -vettool=/tmp/x ./...': ['read /tmp/x', 'opaque code in `/tmp/x`'],
      'go mod tidy': 'change packages/update',
      'go mod edit -replace a=b': 'change packages/install',
      'go env GOPATH': [],
      'GOTOOLCHAIN=local go test ./...': [],
      'GOTOOLCHAIN=go1.0-evil go test ./...': 'opaque a custom toolchain or configuration: `go1.0-evil`',
      'go env -w GOPROXY=x': 'change packages/manage',
      'go env --w GOPROXY=x': 'change packages/manage',
      'go get example.com/x': 'change packages/install',
      'go clean -testcache': [],
      'go clean -n ./...': [],
      'go clean ./lib/...': [
        'delete lib/**/*.a',
        'delete lib/**/*.so',
        'delete lib/**/*.5',
        'delete lib/**/*.6',
        'delete lib/**/*.8',
      ],
    },
  },
}
