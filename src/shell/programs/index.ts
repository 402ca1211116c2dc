import { ansible } from './ansible.ts'
import { appPlatforms } from './app-platforms.ts'
import { applyPatch } from './apply-patch.ts'
import { archives } from './archives.ts'
import { awk } from './awk.ts'
import { amazon } from './aws.ts'
import { azure } from './azure.ts'
import { backups } from './backups.ts'
import { builders } from './builders.ts'
import { bunDeno } from './bun-deno.ts'
import { bundlers } from './bundlers.ts'
import { clusters } from './clusters.ts'
import { compilers } from './compilers.ts'
import { containers } from './containers.ts'
import { coreutils } from './coreutils.ts'
import { coverage } from './coverage.ts'
import { crypto } from './crypto.ts'
import { dataTools } from './data-tools.ts'
import { databases } from './databases.ts'
import { debuggers } from './debuggers.ts'
import { disks } from './disks.ts'
import { documents } from './documents.ts'
import { dotnetSwift } from './dotnet-swift.ts'
import { editors } from './editors.ts'
import { embedded } from './embedded.ts'
import { fd } from './fd.ts'
import { find } from './find.ts'
import { fleet } from './fleet.ts'
import { frameworks } from './frameworks.ts'
import { fzf } from './fzf.ts'
import { git } from './git.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import { goPackages } from './go-packages.ts'
import { googleCloud } from './google-cloud.ts'
import { guards } from './guards.ts'
import { helm } from './helm.ts'
import { homebrew } from './homebrew.ts'
import { hosting } from './hosting.ts'
import { infrastructure } from './infrastructure.ts'
import { interpreters } from './interpreters.ts'
import { javaTools } from './java-tools.ts'
import { jq } from './jq.ts'
import { jvmBuilders } from './jvm-builders.ts'
import { keyValueStores } from './key-value-stores.ts'
import { kubernetes } from './kubernetes.ts'
import { languagePackages } from './language-packages.ts'
import { linters } from './linters.ts'
import { machineLearning } from './machine-learning.ts'
import { macos } from './macos.ts'
import { macosFiles } from './macos-files.ts'
import { mediaTools } from './media.ts'
import { mobile } from './mobile.ts'
import { network } from './network.ts'
import { nix } from './nix.ts'
import { nodePackages } from './node-packages.ts'
import { olderVersionControl } from './older-version-control.ts'
import { oneLiners } from './one-liners.ts'
import { otherLanguages } from './other-languages.ts'
import { patch } from './patch.ts'
import { projectTools } from './project-tools.ts'
import { pythonPackages } from './python-packages.ts'
import { pythonProjects } from './python-projects.ts'
import { remote } from './remote.ts'
import { rustPackages } from './rust-packages.ts'
import { sail } from './sail.ts'
import { schemaTools } from './schema-tools.ts'
import { secrets } from './secrets.ts'
import { sed } from './sed.ts'
import { servers } from './servers.ts'
import { shells } from './shells.ts'
import { smallClouds } from './small-clouds.ts'
import { sockets } from './sockets.ts'
import { system } from './system.ts'
import { systemPackages } from './system-packages.ts'
import type { Program, Programs } from './table.ts'
import { tar } from './tar.ts'
import { taskRunners } from './task-runners.ts'
import { terraforms } from './terraform.ts'
import { testers } from './testers.ts'
import { text } from './text.ts'
import { users } from './users.ts'
import { versionControl } from './version-control.ts'
import { versionManagers } from './version-managers.ts'
import { viewers } from './viewers.ts'
import { watchers } from './watchers.ts'
import { web } from './web.ts'
import { webServices } from './web-services.ts'
import { windows } from './windows.ts'
import { wrappers } from './wrappers.ts'

/** Every family; adding a program is one entry in one of these files, adding a family one line here. */
export const families: Readonly<Record<string, Programs>> = {
  appPlatforms,
  backups,
  webServices,
  hosting,
  applyPatch,
  archives,
  awk,
  builders,
  jvmBuilders,
  taskRunners,
  bundlers,
  compilers,
  crypto,
  editors,
  embedded,
  fd,
  fzf,
  jq,
  linters,
  machineLearning,
  macos,
  macosFiles,
  remote,
  schemaTools,
  sail,
  secrets,
  patch,
  sed,
  sockets,
  tar,
  testers,
  users,
  viewers,
  web,
  googleCloud,
  azure,
  keyValueStores,
  amazon,
  terraforms,
  infrastructure,
  ansible,
  clusters,
  containers,
  coreutils,
  coverage,
  databases,
  debuggers,
  disks,
  find,
  fleet,
  git,
  github,
  gitlab,
  guards,
  helm,
  interpreters,
  oneLiners,
  kubernetes,
  network,
  goPackages,
  homebrew,
  languagePackages,
  nix,
  rustPackages,
  systemPackages,
  versionManagers,
  bunDeno,
  dotnetSwift,
  pythonProjects,
  nodePackages,
  pythonPackages,
  shells,
  system,
  text,
  wrappers,
  dataTools,
  documents,
  frameworks,
  javaTools,
  mediaTools,
  mobile,
  otherLanguages,
  projectTools,
  servers,
  smallClouds,
  versionControl,
  olderVersionControl,
  watchers,
  windows,
}

const byName = new Map<string, Program>()
for (const programs of Object.values(families)) {
  for (const [names, program] of Object.entries(programs))
    for (const name of names.split(' ')) byName.set(name, program)
}

/** The table of a program, by its name without a directory; null if there is none. */
export const findProgram = (name: string): Program | null =>
  byName.get(name) ?? byName.get(versionless(name)) ?? byName.get(generic(name)) ?? byName.get(ungnu(name)) ?? null

/** `python3.11` is `python`, `mkfs.ext4` is `mkfs`. */
const versionless = (name: string): string => (name.startsWith('mkfs.') ? 'mkfs' : name.replace(/[\d.]+$/, ''))

/** `arm-none-eabi-gcc` is `gcc` for another machine, `qemu-system-arm` is `qemu-system`. */
const generic = (name: string): string =>
  name.includes('-') ? name.replace(machine, '').replace(/^qemu-system-\w+$/, 'qemu-system') : ''

const machine =
  /^(arm|aarch64|avr|riscv(32|64)|x86_64|i[3-6]86|xtensa|mips\w*|powerpc\w*|m68k|msp430|sparc\w*|s390x|loongarch64)(-[a-z\d_]+){0,3}-(?=(gcc|g\+\+|c\+\+|cpp|gfortran|as|ld|ar|nm|size|objdump|objcopy|readelf|strip|strings|ranlib|addr2line|gcov|gdb)$)/

/** GNU's programs have a `g` before their names where the system has others: `gtimeout` is `timeout`. */
const ungnu = (name: string): string =>
  name.startsWith('g') && gnu.includes(` ${name.slice(1)} `) ? name.slice(1) : ''

const gnu =
  ' basename chmod comm cp csplit cut date dd df dirname du expand expr find fmt fold head install join ln ls md5sum mkdir mktemp mv nice nl nohup nproc numfmt od paste pr readlink realpath rm rmdir seq sha1sum sha256sum sha512sum shuf sleep sort split stat stdbuf tac tail tar time timeout touch truncate tsort uname uniq wc which xargs '
