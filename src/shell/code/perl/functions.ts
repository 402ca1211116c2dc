import { type CallRow, compileTable, type Table } from '../table.ts'

/** Perl's own functions and keywords. An unlisted one is opaque. */
const functions: Table = {
  'unlink (...paths)': 'delete ...paths',
  'rmdir (path)': 'delete path',
  'rename (from, to)': ['delete from', 'write to'],
  'link symlink (from, to)': ['read from', 'write to'],
  'mkdir truncate (path)': 'write path',
  'utime (atime, mtime, ...paths)': 'write ...paths',
  'chmod (mode, ...paths)': ['write ...paths', 'change permissions/permissions ...paths'],
  'chown (user, group, ...paths)': ['write ...paths', 'change permissions/owner ...paths'],
  'opendir (handle, path)': 'read path',
  'readlink stat lstat (path)': 'read path',
  'glob (pattern)': 'read pattern',
  'chdir (path)': 'directory path',
  'kill (signal, ...pids)': 'change process/kill',
  [[
    'print printf say sprintf join split map grep sort reverse keys values each exists defined delete undef push pop shift unshift splice scalar wantarray length substr index rindex lc uc lcfirst ucfirst',
    'chomp chop chr ord hex oct abs int sqrt sin cos atan2 exp log rand srand time times localtime gmtime sleep die warn exit return last next redo local my our state sub if elsif else unless while until',
    'for foreach and or not xor eq ne lt gt le ge cmp x quotemeta pos study ref bless pack unpack vec sprintf lc uc fc binmode close closedir readdir rewinddir eof fileno seek tell read getc select wait waitpid',
    'BEGIN END continue alarm',
  ].join(' ')]: 'plain',
}

export const rows: ReadonlyMap<string, CallRow> = compileTable(functions)
export const knownFunctions: ReadonlySet<string> = new Set(rows.keys())

/** Modules that only compute, with the functions they export: every call into them is plain. */
export const modules: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    strict: '',
    warnings: '',
    feature: '',
    utf8: '',
    constant: '',
    vars: '',
    integer: '',
    bigint: '',
    bignum: '',
    bigrat: '',
    bytes: '',
    open: '',
    'List::Util':
      'sum sum0 max min maxstr minstr first any all none notall reduce reductions shuffle uniq uniqnum uniqint pairs pairkeys pairvalues pairmap product head tail zip mesh sample',
    'Scalar::Util': 'blessed reftype looks_like_number refaddr dualvar readonly',
    'Data::Dumper': 'Dumper',
    'JSON::PP': 'encode_json decode_json',
    JSON: 'encode_json decode_json to_json from_json',
    'JSON::XS': 'encode_json decode_json',
    'Cpanel::JSON::XS': 'encode_json decode_json',
    POSIX: 'floor ceil fmod pow strftime mktime strtol strtod isatty round trunc INT_MAX INT_MIN DBL_MAX UINT_MAX',
    'Time::HiRes': 'usleep gettimeofday tv_interval',
    'Time::Local': 'timelocal timegm',
    'Time::Piece': '',
    'Time::Seconds': '',
    'MIME::Base64': 'encode_base64 decode_base64',
    'MIME::QuotedPrint': 'encode_qp decode_qp',
    'Digest::MD5': 'md5 md5_hex md5_base64',
    'Digest::SHA': 'sha1 sha1_hex sha256 sha256_hex sha512 sha512_hex sha256_base64',
    Encode: 'encode decode encode_utf8 decode_utf8 is_utf8',
    'File::Basename': 'basename dirname fileparse',
    'File::Spec': '',
    'File::Spec::Functions': 'catfile catdir splitdir abs2rel rel2abs canonpath',
    Cwd: 'getcwd cwd',
    'Text::Wrap': 'wrap fill',
    'Text::ParseWords': 'shellwords quotewords parse_line',
    'Text::Abbrev': 'abbrev',
    'Text::Tabs': 'expand unexpand',
    'Math::BigInt': '',
    'Math::BigFloat': '',
    'Math::Trig': 'pi deg2rad rad2deg tan acos asin atan',
    'URI::Escape': 'uri_escape uri_unescape uri_escape_utf8',
    'HTML::Entities': 'encode_entities decode_entities',
    'Unicode::Normalize': 'NFC NFD NFKC NFKD',
    'Term::ANSIColor': 'color colored',
  }).map(([module, names]) => [module, names.split(' ').filter(name => name !== '')] as const),
)

/** Functions of modules with effects. */
export const fileModules: ReadonlyMap<string, ReadonlyMap<string, CallRow>> = new Map(
  Object.entries({
    'File::Path': {
      'remove_tree rmtree (...paths)': 'delete tree ...paths',
      'make_path mkpath (...paths)': 'write ...paths',
    },
    'File::Copy': {
      'copy cp (from, to)': ['read from', 'write to'],
      'move mv (from, to)': ['delete from', 'write to'],
    },
  } satisfies Record<string, Table>).map(([module, table]) => [module, compileTable(table)] as const),
)

/** Methods of the objects that those modules create, and of open files. */
export const methods: ReadonlySet<string> = new Set(
  'pretty canonical utf8 latin1 ascii indent space_before space_after relaxed allow_nonref allow_blessed convert_blessed encode decode autoflush flush print printf say binmode close getline getlines opened eof ymd mdy dmy hms datetime epoch year mon mday hour min sec strftime strptime monname day add subtract badd bsub bmul bdiv bpow bsqrt bstr bfac bmod numify digest hexdigest b64digest catfile catdir splitdir rel2abs abs2rel canonpath'.split(
    ' ',
  ),
)
