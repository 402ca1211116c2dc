import type { Options, Programs, Subcommand } from '../engine/table.ts'
import { installs, orDryRun, packageManages, packageReads, removes } from '../shared/package-commands.ts'

const aptOptions: Options = {
  '-s --simulate --just-print --dry-run --recon --no-act': 'dry run',
  // Settings such as `APT::Update::Pre-Invoke` run commands.
  '-o SETTING --option=SETTING -c FILE --config-file=FILE': 'opaque a setting that may run code',
  '-t RELEASE --target-release=RELEASE -a ARCH --host-architecture=ARCH': 'plain',
  '-y --yes --assume-yes -q -qq --quiet -f --fix-broken -V --verbose-versions --no-install-recommends --install-recommends -d --download-only --installed --upgradable --upgradeable --all-versions -n --names-only --allow-downgrades --reinstall --only-upgrade --purge --autoremove':
    'plain',
}

const aptInstalls: Subcommand = { tier: 'execute', does: ['change packages/install'], operands: 'plain' }
const aptRemoves: Subcommand = { tier: 'execute', does: ['change packages/remove'], operands: 'plain' }

const dnfOptions: Options = {
  '--assumeno': 'dry run',
  '--setopt=SETTING -c FILE --config=FILE --installroot=DIR --repofrompath=SPEC': 'opaque a custom configuration',
  '--enablerepo=NAME --disablerepo=NAME --repo=NAME --repoid=NAME --releasever=VERSION --exclude=NAME -x NAME --advisory=ID':
    'plain',
  '-y --assumeyes -q --quiet -v --verbose -C --cacheonly --refresh --best --nobest --allowerasing --skip-broken --installed --available --nogpgcheck --security':
    'plain',
}

/** Package managers of operating systems. */
export const systemPackages: Programs = {
  'apt apt-get aptitude': {
    tier: 'read',
    options: aptOptions,
    commands: {
      'list show search policy depends rdepends showsrc changelog help check moo why why-not versions': packageReads,
      'install update upgrade dist-upgrade full-upgrade safe-upgrade reinstall build-dep satisfy dselect-upgrade':
        aptInstalls,
      'remove purge autoremove autopurge clean autoclean auto-remove auto-clean distclean': aptRemoves,
      'download source': { tier: 'write', operands: 'plain' },
      'edit-sources hold unhold markauto unmarkauto': packageManages,
    },
    examples: {
      'apt list --installed': [],
      'apt-get install -y curl': 'change packages/install',
      'apt-get -s install curl': [],
      'apt-get update -o APT::Update::Pre-Invoke::=/bin/sh': [
        'change packages/install',
        'opaque a setting that may run code: `APT::Update::Pre-Invoke::=/bin/sh`',
      ],
    },
  },
  'apt-cache apt-file dpkg-query apt-config dpkg-architecture': {
    tier: 'read',
    options: { '-o SETTING --option=SETTING -c FILE --config-file=FILE': 'opaque a setting that may run code' },
    otherOptions: 'plain',
    operands: 'plain',
    examples: { 'apt-cache policy curl': [], "dpkg-query -W -f '${Version}' curl": [] },
  },
  'apt-mark apt-key add-apt-repository': {
    tier: 'execute',
    does: ['change packages/manage'],
    otherOptions: 'plain',
    operands: 'plain',
    commands: { 'showauto showmanual showhold list': packageReads },
    examples: { 'apt-mark showhold': [], 'add-apt-repository ppa:x/y': 'change packages/manage' },
  },
  dpkg: {
    tier: 'read',
    options: {
      '-i --install --unpack --configure --triggers-only -A --record-avail --set-selections --update-avail --merge-avail --clear-avail --add-architecture --remove-architecture':
        'change packages/install',
      '-r --remove -P --purge': 'change packages/remove',
      '-x --extract -X --vextract -e --control -R --raw-extract': 'operands write',
      '--pre-invoke=COMMAND --post-invoke=COMMAND': 'run',
      '--root=DIR --instdir=DIR --admindir=DIR --force-all --force-depends': 'plain',
      '-l --list -L --listfiles -s --status -S --search -p --print-avail -c --contents -I --info -f --field -W --show -V --verify -C --audit --get-selections --print-architecture --print-foreign-architectures --compare-versions --no-pager -h --dry-run --no-act --simulate':
        'plain',
    },
    operands: 'plain',
    examples: {
      'dpkg -l': [],
      'dpkg -L curl': [],
      'dpkg -i x.deb': 'change packages/install',
      'dpkg --pre-invoke=id -i x.deb': ['run id', 'change packages/install'],
    },
  },
  rpm: {
    tier: 'read',
    options: {
      '-i --install -U --upgrade -F --freshen --import --rebuilddb --initdb --reinstall': 'change packages/install',
      '-e --erase': 'change packages/remove',
      '--pipe=COMMAND': 'run',
      '-E MACRO --eval=MACRO --define=MACRO -D MACRO --rcfile=FILE --load=FILE --macros=FILE':
        'opaque a macro that may run code',
      '--queryformat=FORMAT --qf=FORMAT --root=DIR --dbpath=DIR': 'plain',
      '-q --query -qa -qi -ql -qf -qc -qd -qR -qp -qip -qlp -qpi -qpl -qRp -qai -qal --querytags --showrc -h --hash --nodeps --force -V --verify -Va -Vf -K --checksig -v -a --all -f --file -l --list -p --package -c -d -R --requires --provides --whatprovides --whatrequires --changelog --scripts --last --info --test':
        'plain',
    },
    operands: 'plain',
    examples: {
      'rpm -qa': [],
      'rpm -qi curl': [],
      'rpm -Uvh x.rpm': 'change packages/install',
      "rpm --eval '%(id)'": 'opaque a macro that may run code: `%(id)`',
    },
  },
  'dnf yum microdnf dnf5': {
    tier: 'read',
    options: dnfOptions,
    commands: {
      'list info search repolist repoinfo check-update check-upgrade check provides whatprovides repoquery deplist updateinfo help leaves':
        packageReads,
      'install update upgrade upgrade-minimal downgrade reinstall swap distro-sync distrosync localinstall builddep build-dep makecache system-upgrade offline':
        { ...aptInstalls },
      'remove erase autoremove clean': { ...aptRemoves },
      'group groups module history mark environment advisory': {
        tier: 'read',
        commands: {
          'list info summary provides': packageReads,
          'install enable switch-to update upgrade undo redo rollback user dependency group replay': { ...aptInstalls },
          'remove reset disable': { ...aptRemoves },
        },
      },
      'config-manager copr versionlock': packageManages,
      download: {
        tier: 'write',
        options: { '--destdir=DIR': 'write', '--resolve --source --url': 'plain' },
        operands: 'plain',
      },
    },
    examples: {
      'dnf list installed': [],
      'yum install -y gcc': 'change packages/install',
      'dnf group list': [],
      'dnf history undo 3': 'change packages/install',
    },
  },
  zypper: {
    tier: 'read',
    options: {
      '-n --non-interactive -q --quiet -v --verbose --no-refresh --no-color -x --xmlout': 'plain',
      '-c FILE --config=FILE -R DIR --root=DIR --installroot=DIR -p URI --plus-repo=URI':
        'opaque a custom configuration',
    },
    commands: {
      'search se info if list-updates lu list-patches lp repos lr services ls packages pa patches pch patterns pt products pd what-provides wp locks ll help versioncmp ps':
        packageReads,
      'install in update up dist-upgrade dup patch refresh ref verify ve source-install si install-new-recommends inr':
        installs,
      'remove rm clean cc purge-kernels': orDryRun(removes),
      'addrepo ar removerepo rr renamerepo modifyrepo mr addlock al removelock rl addservice as': packageManages,
    },
    examples: { 'zypper se vim': [], 'zypper in vim': 'change packages/install' },
  },
  'pacman yay paru': {
    tier: 'read',
    options: {
      '-S --sync -U --upgrade': 'change packages/install',
      '-Sy -Syu -Syyu -Su': 'change packages/install',
      '-R --remove -Sc -Scc': 'change packages/remove',
      '-D --database': 'change packages/manage',
      '-Ss -Ssq -Si -Sii -Sl -Slq -Sg -Sp -Qs': 'plain',
      '--config=FILE --hookdir=DIR -r DIR --root=DIR --gpgdir=DIR --mflags=FLAGS --editor=PROGRAM --makepkg=PROGRAM --pacman=PROGRAM':
        'opaque a custom configuration or program',
      '-p --print': 'plain',
      '-Q --query -T --deptest -F --files -V -q --quiet -e -d -t -m -n -u -i -l -o -k -g -s -c -y -v --noconfirm --needed --color=WHEN --info --list --owns --search --explicit --deps --unrequired --foreign --native --upgrades --asdeps --asexplicit':
        'plain',
    },
    operands: 'plain',
    examples: {
      'pacman -Qi vim': [],
      'pacman -Ss vim': [],
      'pacman -Syu vim': 'change packages/install',
      'pacman -Rns vim': 'change packages/remove',
    },
  },
  apk: {
    tier: 'read',
    options: {
      '-s --simulate': 'dry run',
      '-q --quiet -v --verbose -f --force --no-cache --no-progress --no-network -U --update-cache --allow-untrusted':
        'plain',
      '-X REPO --repository=REPO': 'connect',
      '-p DIR --root=DIR --keys-dir=DIR --repositories-file=FILE': 'plain',
      '-t NAME --virtual=NAME': 'plain',
    },
    commands: {
      'info list search policy dot version stats audit verify manifest query': packageReads,
      'add update upgrade fix': aptInstalls,
      del: aptRemoves,
      cache: removes,
      fetch: {
        tier: 'write',
        options: { '-o DIR --output=DIR': 'write', '-R --recursive --stdout': 'plain' },
        operands: 'plain',
      },
    },
    examples: {
      'apk info': [],
      'apk add --no-cache curl': 'change packages/install',
      'apk del curl': 'change packages/remove',
    },
  },
  port: {
    tier: 'read',
    options: { '-v -d -q -n -p -f -N': 'plain', '-D DIR': 'cwd' },
    commands: {
      'installed list search info deps dependents rdeps variants contents outdated echo livecheck version help provides notes':
        packageReads,
      'install upgrade sync selfupdate activate deactivate select load unload': installs,
      'uninstall clean reclaim': removes,
    },
    examples: { 'port installed': [], 'port install git': 'change packages/install' },
  },
  snap: {
    tier: 'read',
    commands: {
      'list info find search version changes tasks services connections interfaces interface logs get known help whoami model saved warnings':
        packageReads,
      'install refresh revert try enable switch': installs,
      'remove disable forget': removes,
      'set unset connect disconnect alias unalias prefer start stop restart save restore ack login logout':
        packageManages,
      run: {
        tier: 'execute',
        options: { '--shell': 'opaque an interactive session' },
        operands: ['opaque a snap application', 'plain...'],
      },
      download: { tier: 'write', otherOptions: 'plain', operands: 'plain' },
    },
    examples: { 'snap list': [], 'snap install x --classic': 'change packages/install' },
  },
  flatpak: {
    tier: 'read',
    options: { '--user --system --installation=NAME -v --verbose': 'plain' },
    commands: {
      'list info search remotes remote-ls remote-info history ps permissions permission-show documents document-info config':
        packageReads,
      'install update upgrade': installs,
      'uninstall remove repair': removes,
      'override remote-add remote-modify remote-delete mask pin make-current permission-set permission-remove permission-reset document-export':
        packageManages,
      'run enter': {
        tier: 'execute',
        options: { '--command=PROGRAM': 'opaque a program to run' },
        otherOptions: 'plain',
        operands: ['opaque an installed application', 'plain...'],
      },
      kill: { tier: 'execute', does: ['change process/kill'], operands: 'plain' },
    },
    examples: { 'flatpak list': [], 'flatpak install x': 'change packages/install' },
  },
  'winget choco scoop': {
    tier: 'read',
    options: { '-v -y --yes': 'plain' },
    commands: {
      'list search find show info outdated status features help export which cat depends home checkup': {
        ...packageReads,
        options: { '-o FILE --output=FILE': 'write' },
      },
      'install add upgrade update import configure repair download reset': installs,
      'uninstall remove rm cleanup': removes,
      'source sources bucket config feature pin apikey settings hold unhold': {
        ...packageManages,
        commands: { 'list known': packageReads },
      },
      'push pack': { tier: 'execute', does: ['change registry/publish'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: { 'winget list': [], 'choco install git -y': 'change packages/install' },
  },
}
