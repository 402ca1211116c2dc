import type { Programs } from './table.ts'

/** Package managers: what they install runs code of others; what they run is the project's. */
export const packages: Programs = {
  'npm pnpm yarn': {
    tier: 'execute',
    options: {
      '--prefix=DIR -C DIR --dir=DIR --cwd=DIR': 'cwd',
      '-w NAME --workspace=NAME --filter=NAME': 'plain',
      '--silent -s --version -v --help': 'plain',
    },
    commands: {
      'test t tst run run-script start stop restart': { code: 'project', otherOptions: 'plain', operands: 'plain' },
      'install i ci add update up upgrade dedupe rebuild link': {
        does: ['change packages/install'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'uninstall remove rm un prune': { does: ['change packages/remove'], otherOptions: 'plain', operands: 'plain' },
      'ls list view info outdated audit why explain config get root bin prefix search help version whoami': {
        tier: 'read',
        otherOptions: 'plain',
        operands: 'plain',
      },
      'publish unpublish deprecate dist-tag owner access': {
        does: ['change registry/publish'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'exec x dlx create init': { otherOptions: 'plain', operands: 'opaque a package that is fetched and run' },
    },
    examples: { 'npm test': [], 'npm publish': 'change registry/publish' },
  },
  'npx bunx uvx pipx': {
    tier: 'execute',
    otherOptions: 'plain',
    operands: ['opaque a package that is fetched and run', 'plain...'],
  },
  'pip pip3': {
    tier: 'execute',
    commands: {
      'install download wheel': {
        does: ['change packages/install'],
        options: {
          '-i URL --index-url=URL --extra-index-url=URL -f URL --find-links=URL': 'connect',
          '-r FILE --requirement=FILE -c FILE --constraint=FILE': 'read',
          '-t DIR --target=DIR --prefix=DIR --root=DIR': 'write',
        },
        otherOptions: 'plain',
        operands: 'plain',
      },
      uninstall: { does: ['change packages/remove'], otherOptions: 'plain', operands: 'plain' },
      'list show freeze check config search index help': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
    },
    options: { '--version -V -q --quiet -v --verbose': 'plain' },
  },
  'apt apt-get dnf yum apk pacman brew snap': {
    tier: 'execute',
    otherOptions: 'plain',
    commands: {
      'install upgrade update dist-upgrade full-upgrade reinstall add': {
        does: ['change packages/install'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'remove purge autoremove uninstall del': {
        does: ['change packages/remove'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'list show search info policy depends': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
    },
  },
  'dpkg rpm': {
    tier: 'execute',
    does: ['change packages/install'],
    options: { '-l --list -L -s --status -S -qa -q': 'plain' },
    otherOptions: 'plain',
    operands: 'plain',
  },
  cargo: {
    tier: 'execute',
    commands: {
      'build b check c test t run r bench doc clippy fmt': {
        code: 'project',
        otherOptions: 'plain',
        operands: 'plain',
      },
      'add remove update install fetch vendor': {
        does: ['change packages/install'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'tree metadata search version help': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
      clean: { tier: 'write', operands: 'plain' },
      'publish yank': { does: ['change registry/publish'], otherOptions: 'plain', operands: 'plain' },
    },
    options: { '+TOOLCHAIN -q --quiet -v --verbose --version -V --offline --locked': 'plain' },
  },
  go: {
    tier: 'execute',
    commands: {
      'build test run vet generate tool': { code: 'project', otherOptions: 'plain', operands: 'plain' },
      'fmt mod work clean': { tier: 'write', otherOptions: 'plain', operands: 'plain' },
      'get install': { does: ['change packages/install'], otherOptions: 'plain', operands: 'plain' },
      'version env list doc help': { tier: 'read', otherOptions: 'plain', operands: 'plain' },
    },
  },
}
