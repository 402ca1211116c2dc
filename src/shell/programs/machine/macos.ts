import { credentialNames } from '../engine/credential-names.ts'
import type { Programs } from '../engine/table.ts'

const show = { tier: 'read', otherOptions: 'plain', operands: 'plain' } as const
const service = { tier: 'execute', does: ['change system/service'], otherOptions: 'plain', operands: 'plain' } as const
const manage = { tier: 'execute', does: ['change system/manage'], otherOptions: 'plain', operands: 'plain' } as const
const reveal = { tier: 'read', does: ['change secrets/read'], otherOptions: 'plain', operands: 'plain' } as const

/** Programs that only macOS has: its services, settings, disks and keychain. */
export const macos: Programs = {
  open: {
    tier: 'read',
    options: {
      '-a NAME -b ID -u URL -s SDK --args --env=NAME -i FILE -o FILE --stdin=FILE --stdout=FILE --stderr=FILE':
        'opaque starts an application',
      '-e -t -f -F -W -n -g -j -h -R --reveal': 'plain',
    },
    operands: { 'http*://*': 'connect sends', '*': 'opaque opens it with the default application' },
    examples: {
      'open https://example.com': 'connect example.com sends',
      'open http://localhost:3000': 'connect localhost:3000 sends',
      'open -R a': 'opaque opens it with the default application: `a`',
    },
  },
  'xdg-open': {
    tier: 'read',
    operands: { 'http*://*': 'connect sends', '*': 'opaque opens it with the default application' },
    examples: { 'xdg-open http://127.0.0.1:3000': 'connect 127.0.0.1:3000 sends' },
  },
  'notify-send': {
    tier: 'read',
    options: { '-h HINT --hint=HINT': 'plain' },
    otherOptions: 'plain',
    operands: 'plain',
    examples: { "notify-send 'done'": [] },
  },
  defaults: {
    tier: 'read',
    singleDash: true,
    options: { '-currentHost -g -globalDomain': 'plain', '-host NAME -app NAME': 'plain' },
    commands: {
      'read read-type domains find help': { tier: 'read', singleDash: true, otherOptions: 'plain', operands: 'plain' },
      'write rename import': {
        tier: 'write',
        singleDash: true,
        does: ['change system/manage'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'delete delete-all': {
        tier: 'write',
        singleDash: true,
        does: ['change system/delete-settings'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      export: { tier: 'read', singleDash: true, otherOptions: 'plain', operands: ['plain', 'write'] },
    },
    examples: {
      'defaults read com.apple.Finder': [],
      'defaults -currentHost read': [],
      'defaults write com.apple.Finder X -bool true': 'change system/manage',
    },
  },
  launchctl: {
    tier: 'execute',
    optionsFirst: true,
    commands: {
      'print print-cache print-disabled plist procinfo hostinfo resolveport dumpstate dumpjpcategory manageruid managerpid managername variant version help list getenv error blame examine':
        show,
      'load unload bootstrap bootout enable disable kickstart start stop kill submit remove attach debug config setenv unsetenv limit asuser bsexec reboot':
        service,
    },
    examples: { 'launchctl list': [], 'launchctl print system': [], 'launchctl load a.plist': 'change system/service' },
  },
  security: {
    tier: 'execute',
    optionsFirst: true,
    options: { '-h -i -l -p -q -v': 'plain' },
    commands: {
      'list-keychains default-keychain login-keychain': {
        tier: 'read',
        options: { '-s': 'change secrets/manage', '-d DOMAIN': 'plain', '-h': 'plain' },
        operands: 'plain',
      },
      'show-keychain-info find-certificate find-identity find-key get-identity-preference get-certificate-preference verify-cert error leaks list-smartcards trust-settings-export translocate-create translocate-original-path translocate-policy-check translocate-status-check cms smartcards help requirement-evaluate dump-trust-settings':
        {
          tier: 'read',
          options: {
            '-o FILE': 'write',
            '-S -E': 'tier write',
            '-c FILE -r FILE': 'plain',
          },
          otherOptions: 'plain',
          operands: 'plain',
        },
      'find-generic-password find-internet-password': {
        tier: 'read',
        options: { '-w -g': 'change secrets/read' },
        otherOptions: 'plain',
        operands: 'plain',
      },
      'dump-keychain export export-smartcard item-export': reveal,
      'add-generic-password add-internet-password add-certificates add-trusted-cert import set-keychain-settings unlock-keychain lock-keychain create-keychain set-key-partition-list set-generic-password-partition-list authorizationdb authorize user-trust-settings-enable create-keypair set-identity-preference':
        { tier: 'execute', does: ['change secrets/manage'], otherOptions: 'plain', operands: 'plain' },
      'delete-keychain delete-generic-password delete-internet-password delete-certificate delete-identity remove-trusted-cert':
        {
          tier: 'execute',
          does: ['change secrets/delete'],
          otherOptions: 'plain',
          operands: 'plain',
        },
    },
    examples: {
      'security find-generic-password -s x': [],
      'security find-generic-password -ws x': 'change secrets/read',
      'security dump-keychain -d': 'change secrets/read',
      'security delete-keychain a': 'change secrets/delete',
    },
  },
  networksetup: {
    tier: 'read',
    optionsFirst: true,
    singleDash: true,
    options: {
      '-listallnetworkservices -listnetworkserviceorder -listallhardwareports -listpreferredwirelessnetworks -listdevicesthatsupportVLAN -listBonds -listlocations -listVLANs -listvalidmedia -listvalidMTUrange -listpppoeservices -detectnewhardware -getmacaddress -getcomputername -getinfo -getdnsservers -getsearchdomains -getadditionalroutes -getv6additionalroutes -getwebproxy -getsecurewebproxy -getsocksfirewallproxy -getftpproxy -getstreamingproxy -getgopherproxy -getautoproxyurl -getproxyautodiscovery -getproxybypassdomains -getpassiveftp -getairportnetwork -getairportpower -getnetworkserviceenabled -getcurrentlocation -getMTU -getmedia -isBondSupported -showBondStatus -showpppoestatus -version -help -printcommands':
        'plain',
    },
    operands: 'plain',
    examples: {
      'networksetup -getinfo Wi-Fi': [],
      'networksetup -setdnsservers Wi-Fi 1.1.1.1': 'opaque unknown option `-setdnsservers` of `networksetup`',
    },
  },
  scutil: {
    tier: 'read',
    optionsFirst: true,
    singleDash: true,
    options: {
      '--get NAME --dns --proxy --nwi --error[=CODE] -r HOST -w KEY -t N -W -d -v': 'plain',
      '--nc ACTION': { 'list status show statistics help': 'plain', '*': 'change network/network' },
      '--set NAME --renew NAME': 'change system/manage',
      '--prefs FILE --open': 'opaque an interactive session',
    },
    operands: 'plain',
    examples: { 'scutil --get HostName': [], 'scutil --set HostName x': 'change system/manage HostName' },
  },
  tmutil: {
    tier: 'execute',
    optionsFirst: true,
    commands: {
      'help version destinationinfo latestbackup listbackups listlocalsnapshots listlocalsnapshotdates machinedirectory isexcluded compare calculatedrift uniquesize verifychecksums status currentphase':
        show,
      'startbackup stopbackup enable disable setdestination setquota addexclusion removeexclusion restore localsnapshot inheritbackup associatedisk removedestination enablelocal disablelocal':
        manage,
      'delete deletelocalsnapshots thinlocalsnapshots deleteinprogress': {
        tier: 'execute',
        does: ['change files/delete-backup'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'tmutil listbackups': [], 'tmutil delete /b': 'change files/delete-backup' },
  },
  diskutil: {
    tier: 'execute',
    optionsFirst: true,
    commands: {
      'list info information listFilesystems activity verifyVolume verifyDisk': { ...show },
      'apfs coreStorage cs appleRAID': {
        tier: 'execute',
        commands: { 'list listUsers listSnapshots listCryptoUsers info listVolumeGroups': { ...show } },
      },
      'mount unmount umount mountDisk unmountDisk eject rename renameVolume enableOwnership disableOwnership repairVolume repairDisk repairPermissions':
        { tier: 'execute', does: ['change disk/mount'], otherOptions: 'plain', operands: 'plain' },
      'eraseDisk eraseVolume reformat zeroDisk randomDisk secureErase partitionDisk resizeVolume splitPartition mergePartitions addPartition':
        {
          tier: 'execute',
          does: ['change disk/format'],
          otherOptions: 'plain',
          operands: 'plain',
        },
    },
    examples: {
      'diskutil list': [],
      'diskutil eraseDisk APFS x disk2': 'change disk/format',
      'diskutil apfs list': [],
    },
  },
  hdiutil: {
    tier: 'execute',
    optionsFirst: true,
    commands: {
      'help info verify checksum imageinfo isencrypted plugins udifderez pmap hfsanalyze': {
        tier: 'read',
        singleDash: true,
        otherOptions: 'plain',
        operands: 'plain',
      },
      'attach mount detach eject unmount mountvol': {
        tier: 'execute',
        singleDash: true,
        does: ['change disk/mount'],
        otherOptions: 'plain',
        operands: 'plain',
      },
      'create convert makehybrid compact resize segment': {
        tier: 'execute',
        singleDash: true,
        otherOptions: 'plain',
        operands: 'write',
      },
      burn: { tier: 'execute', does: ['change disk/overwrite'], otherOptions: 'plain', operands: 'plain' },
    },
    examples: { 'hdiutil info -plist': [], 'hdiutil attach a.dmg': 'change disk/mount' },
  },
  pkgutil: {
    tier: 'read',
    options: {
      '--packages --pkgs[=PATTERN] --pkgs-plist --files --lsbom --pkg-groups --pkg-info=ID --pkg-info-plist=ID --groups --groups-plist --check-signature=FILE --file-info=FILE --file-info-plist=FILE --payload-files=FILE --export-plist=ID --volume=DIR --only-files --only-dirs --regexp -v --verbose -h --help -f --force':
        'plain',
      '--expand=FILE --expand-full=FILE --flatten=DIR --flatten-full=DIR': ['read', 'operands write'],
      '--bom=FILE': 'tier write',
      '--forget=ID --learn=FILE --edit-pkg=ID': 'change packages/remove',
    },
    operands: 'plain',
    examples: {
      'pkgutil --pkgs': [],
      'pkgutil --expand a.pkg out': ['read a.pkg', 'write out'],
      'pkgutil --forget a': 'change packages/remove a',
    },
  },
  installer: {
    tier: 'execute',
    singleDash: true,
    options: {
      '-pkginfo -dominfo -volinfo -query -vers -help': 'plain',
      '-pkg FILE': ['read', 'change packages/install'],
      '-target NAME': 'plain',
      '-verbose -dumplog -allowUntrusted': 'plain',
    },
    examples: { 'installer -pkg a.pkg -target /': ['read a.pkg', 'change packages/install a.pkg'] },
  },
  profiles: {
    tier: 'execute',
    optionsFirst: true,
    commands: {
      'status list show validate version help': {
        tier: 'read',
        singleDash: true,
        otherOptions: 'plain',
        operands: 'plain',
      },
      'install remove renew sync': {
        tier: 'execute',
        singleDash: true,
        does: ['change system/manage'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'profiles list -user a': [], 'profiles remove -all': 'change system/manage' },
  },
  'dscl dscacheutil': {
    tier: 'read',
    singleDash: true,
    options: {
      '-read -readall -list -search -readpl -readpli -diff -q -cachedump -configuration -statistics -plist -raw -url -a NAME':
        'plain',
      '-create -append -merge -change -changei -passwd -createpl -createpli': 'change system/users',
      '-delete -deletepl -deletepli': 'change system/delete-users',
      '-flushcache': 'change system/configure',
    },
    operands: {
      'create append merge change changei passwd createpl createpli': 'change system/users',
      'delete deletepl deletepli': 'change system/delete-users',
      '*': 'plain',
    },
    examples: {
      'dscl . -list /Users': [],
      'dscl . -create /Users/x': 'change system/users',
      'dscl . append /Groups/admin GroupMembership x': 'change system/users append',
    },
  },
  mdfind: {
    tier: 'read',
    singleDash: true,
    options: { '-onlyin DIR': 'read', '-name TEXT': credentialNames },
    otherOptions: 'plain',
    operands: credentialNames,
    examples: { 'mdfind -onlyin src x': 'read src', 'mdfind -name id_rsa': 'change secrets/search id_rsa' },
  },
  'mdls sw_vers system_profiler ioreg vm_stat fs_usage symbols atos dwarfdump vmmap heap malloc_history stringdups footprint zprint nettop kextstat lsappinfo sc_usage uuidgen':
    {
      tier: 'read',
      singleDash: true,
      options: { '-onlyin DIR': 'read', '-o FILE -output FILE -saveSignature FILE': 'write' },
      otherOptions: 'plain',
      examples: { sw_vers: [] },
    },
  sample: {
    tier: 'read',
    singleDash: true,
    options: { '-file FILE': 'write', '-wait -mayDie -fullPaths -e': 'plain' },
    operands: 'plain',
    examples: { 'sample Safari 10': [], 'sample 1 -file out': 'write out' },
  },
  mdimport: {
    tier: 'read',
    options: { '-t -d N -L -A -X -n': 'plain', '-o FILE': 'write', '-r FILE -i': 'change system/configure' },
    operands: 'read',
    examples: { 'mdimport -t -d3 a.txt': 'read a.txt' },
  },
  mdutil: {
    tier: 'execute',
    options: { '-s -a -v': 'plain', '-i STATE -E -d -X': 'change system/manage' },
    operands: 'plain',
  },
  spctl: {
    tier: 'read',
    optionsFirst: true,
    options: {
      '-a --assess --status -v --verbose --list --test-devid-status -t TYPE --type=TYPE --raw --ignore-cache --context=TEXT':
        'plain',
      '--master-disable --global-disable --master-enable --global-enable --add --remove --enable --disable --reset-default':
        'change system/security',
    },
    operands: 'plain',
    examples: { 'spctl --status': [], 'spctl --master-disable': 'change system/security' },
  },
  csrutil: {
    tier: 'execute',
    commands: {
      'status report': show,
      'enable disable clear netboot authenticated-root': {
        tier: 'execute',
        does: ['change system/security'],
        otherOptions: 'plain',
        operands: 'plain',
      },
    },
    examples: { 'csrutil status': [], 'csrutil disable': 'change system/security' },
  },
  softwareupdate: {
    tier: 'read',
    optionsFirst: true,
    options: {
      '-l --list --history --list-full-installers --dump-state': 'plain',
      '-i --install -d --download -a --all -r --recommended -R --restart --fetch-full-installer --install-rosetta':
        'change packages/install',
      '--agree-to-license --verbose': 'plain',
      '--schedule STATE': 'change system/manage',
    },
    operands: 'plain',
    examples: { 'softwareupdate --list': [], 'softwareupdate -i x': 'change packages/install' },
  },
  pmset: {
    tier: 'read',
    optionsFirst: true,
    options: { '-g[WHAT]': 'plain', '-a -b -c -u': 'change system/manage' },
    operands: {
      sleepnow: 'change system/power',
      schedule: 'change system/power',
      repeat: 'change system/power',
      '*': 'plain',
    },
    examples: { 'pmset sleepnow': 'change system/power sleepnow' },
  },
}
