import { agentBrowser } from './agents/agent-browser.ts'
import { agentClients } from './agents/agent-clients.ts'
import { agentSessions } from './agents/agent-sessions.ts'
import { agentTools } from './agents/agent-tools.ts'
import { issueTrackers } from './agents/issue-trackers.ts'
import { builders } from './building/builders.ts'
import { bundlers } from './building/bundlers.ts'
import { coverage } from './building/coverage.ts'
import { frameworks } from './building/frameworks.ts'
import { goAnalysers } from './building/go-analysers.ts'
import { linters } from './building/linters.ts'
import { machineLearning } from './building/machine-learning.ts'
import { mobile } from './building/mobile.ts'
import { projectTools } from './building/project-tools.ts'
import { taskRunners } from './building/task-runners.ts'
import { testers } from './building/testers.ts'
import { watchers } from './building/watchers.ts'
import { ansible } from './cloud/ansible.ts'
import { appPlatforms } from './cloud/app-platforms.ts'
import { aws } from './cloud/aws.ts'
import { azure } from './cloud/azure.ts'
import { fleet } from './cloud/fleet.ts'
import { googleCloud } from './cloud/google-cloud.ts'
import { hosting } from './cloud/hosting.ts'
import { infrastructure } from './cloud/infrastructure.ts'
import { projectServices } from './cloud/project-services.ts'
import { secrets } from './cloud/secrets.ts'
import { smallClouds } from './cloud/small-clouds.ts'
import { terraform } from './cloud/terraform.ts'
import { webServices } from './cloud/web-services.ts'
import { clusterSetup } from './containers/cluster-setup.ts'
import { clusters } from './containers/clusters.ts'
import { containers } from './containers/containers.ts'
import { helm } from './containers/helm.ts'
import { kubernetes } from './containers/kubernetes.ts'
import { sail } from './containers/sail.ts'
import { databaseServers } from './databases/database-servers.ts'
import { databases } from './databases/databases.ts'
import { keyValueStores } from './databases/key-value-stores.ts'
import { schemaTools } from './databases/schema-tools.ts'
import type { Programs } from './engine/table.ts'
import { archives } from './files/archives.ts'
import { backups } from './files/backups.ts'
import { coreutils } from './files/coreutils.ts'
import { disks } from './files/disks.ts'
import { dotfiles } from './files/dotfiles.ts'
import { fd } from './files/fd.ts'
import { find } from './files/find.ts'
import { macosFiles } from './files/macos-files.ts'
import { tar } from './files/tar.ts'
import { bunDeno } from './languages/bun-deno.ts'
import { compilers } from './languages/compilers.ts'
import { debuggers } from './languages/debuggers.ts'
import { embedded } from './languages/embedded.ts'
import { interpreters } from './languages/interpreters.ts'
import { languageTools } from './languages/language-tools.ts'
import { oneLiners } from './languages/one-liners.ts'
import { otherLanguages } from './languages/other-languages.ts'
import { parallel } from './languages/parallel.ts'
import { shells } from './languages/shells.ts'
import { wrappers } from './languages/wrappers.ts'
import { crypto } from './machine/crypto.ts'
import { macos } from './machine/macos.ts'
import { media } from './machine/media.ts'
import { paper } from './machine/paper.ts'
import { system } from './machine/system.ts'
import { users } from './machine/users.ts'
import { windows } from './machine/windows.ts'
import { network } from './network/network.ts'
import { remote } from './network/remote.ts'
import { servers } from './network/servers.ts'
import { sockets } from './network/sockets.ts'
import { tunnels } from './network/tunnels.ts'
import { web } from './network/web.ts'
import { dotnetSwift } from './packages/dotnet-swift.ts'
import { goPackages } from './packages/go-packages.ts'
import { homebrew } from './packages/homebrew.ts'
import { javaTools } from './packages/java-tools.ts'
import { jvmBuilders } from './packages/jvm-builders.ts'
import { languagePackages } from './packages/language-packages.ts'
import { nix } from './packages/nix.ts'
import { nodePackages } from './packages/node-packages.ts'
import { pythonPackages } from './packages/python-packages.ts'
import { pythonProjects } from './packages/python-projects.ts'
import { rustPackages } from './packages/rust-packages.ts'
import { systemPackages } from './packages/system-packages.ts'
import { versionManagers } from './packages/version-managers.ts'
import { awk } from './text/awk.ts'
import { codeText } from './text/code-text.ts'
import { dataTools } from './text/data-tools.ts'
import { documents } from './text/documents.ts'
import { editors } from './text/editors.ts'
import { fzf } from './text/fzf.ts'
import { jq } from './text/jq.ts'
import { sed } from './text/sed.ts'
import { text } from './text/text.ts'
import { viewers } from './text/viewers.ts'
import { applyPatch } from './version-control/apply-patch.ts'
import { git } from './version-control/git.ts'
import { github } from './version-control/github.ts'
import { gitlab } from './version-control/gitlab.ts'
import { olderVersionControl } from './version-control/older-version-control.ts'
import { patch } from './version-control/patch.ts'
import { versionControl } from './version-control/version-control.ts'

/** Every family. To add a program, add one entry to one of these files; to add a family, add one line here. */
export const programFamilies: Readonly<Record<string, Programs>> = {
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
  aws,
  terraform,
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
  agentClients,
  agentBrowser,
  agentSessions,
  agentTools,
  goAnalysers,
  issueTrackers,
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
  media,
  mobile,
  otherLanguages,
  clusterSetup,
  codeText,
  databaseServers,
  projectServices,
  dotfiles,
  tunnels,
  languageTools,
  paper,
  parallel,
  projectTools,
  servers,
  smallClouds,
  versionControl,
  olderVersionControl,
  watchers,
  windows,
}
