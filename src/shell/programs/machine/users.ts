import type { Programs } from '../engine/table.ts'

/** Users, groups and their permissions. */
export const users: Programs = {
  'useradd userdel usermod groupadd groupdel groupmod adduser deluser addgroup delgroup passwd chpasswd gpasswd chsh chfn visudo vipw vigr newusers pwconv chage':
    {
      tier: 'execute',
      does: ['change system/users'],
      otherOptions: 'plain',
      operands: 'plain',
      examples: { 'usermod -aG sudo dev': 'change system/users', 'passwd root': 'change system/users' },
    },
  'setfacl chcon restorecon': {
    tier: 'execute',
    options: {
      '-R --recursive': 'recursive',
      '-m RULE --modify=RULE -x RULE --remove=RULE': 'first operand',
      '-b --remove-all -k --remove-default -d --default -v -n --no-mask --test': 'plain',
      '-t TYPE -u USER -r ROLE -l RANGE --type=TYPE --reference=FILE': 'first operand',
      '-M FILE --restore=FILE': 'read',
    },
    operands: ['plain', 'write...'],
    examples: { 'setfacl -m u:dev:rw a': 'write a' },
  },
  chattr: {
    tier: 'execute',
    options: { '-R': 'recursive', '-i -a -d -u -s -c -A -S -j -t -e -C -V -f': 'plain', '-v N -p N': 'plain' },
    operands: { '+*': 'plain', '=*': 'plain', '*': 'write' },
    examples: { 'chattr +i a': 'write a' },
  },
  setcap: {
    tier: 'execute',
    options: { '-r -q -v': 'plain' },
    does: ['change permissions/setuid'],
    operands: ['plain', 'write'],
    examples: { 'setcap cap_setuid+ep a': ['change permissions/setuid', 'write a'] },
  },
  umask: { tier: 'read', otherOptions: 'plain' },
}
