import type { Tables } from '../table.ts'

/** PHP's own functions and classes. There is no `*`: an unlisted function is opaque. */
export const functions: Tables = {
  php: {
    'unlink rmdir (path)': 'delete path',
    'rename (from, to)': ['delete from', 'write to'],
    'copy (from, to)': ['load from', 'write to'],
    'link symlink (target, link)': ['read target', 'write link'],
    'file_put_contents (path, data)': 'fill path data',
    'touch mkdir (path)': 'write path',
    'tempnam (directory)': 'write directory',
    'chmod (path, mode)': ['write path', 'change permissions/permissions path'],
    'chown chgrp lchown lchgrp (path, owner)': ['write path', 'change permissions/owner path'],
    'fopen (path, mode)': 'open path mode',
    'file_get_contents file readfile (path)': 'load path',
    'parse_ini_file hash_file md5_file sha1_file getimagesize exif_read_data simplexml_load_file fileinode highlight_file show_source php_strip_whitespace mime_content_type (path)':
      'load path',
    'opendir scandir dir glob readlink realpath stat lstat filesize filemtime fileatime filectime fileperms fileowner filetype file_exists is_file is_dir is_link is_readable is_writable is_writeable is_executable disk_free_space disk_total_space (path)':
      'read path',
    'hash_hmac_file (algorithm, path)': 'read path',
    'chdir (path)': 'directory path',
    'system passthru shell_exec popen (command)': 'script command',
    'exec (command)': 'script command',
    'proc_open (command)': 'process command',
    'pcntl_exec (path, args)': 'run path args',
    'pcntl_fork ()': 'fork',
    'posix_kill (pid)': 'change process/kill pid',
    'posix_setuid posix_setgid posix_seteuid posix_setegid (id)': 'change privileges/raise',
    'curl_init fsockopen pfsockopen stream_socket_client (address)': 'send address',
    'get_headers dns_get_record gethostbyname gethostbynamel checkdnsrr getmxrr (address)': 'connect address',
    'mail (to)': 'opaque sends mail',
    'getenv (name)': 'plain',
    'phpinfo (what)': 'environment',
    $_SERVER: 'environment',
    $_ENV: 'environment',
    'eval assert create_function (code)': 'opaque runs code from a text',
    [[
      'echo print printf sprintf vsprintf vprintf fprintf print_r var_dump var_export exit die isset empty',
      'strlen strtolower strtoupper ucfirst ucwords lcfirst trim ltrim rtrim chop str_replace str_ireplace substr substr_count substr_replace strpos stripos strrpos strstr stristr strrev str_repeat',
      'str_pad str_split strcmp strcasecmp strncmp strncasecmp strnatcmp strnatcasecmp str_contains str_starts_with str_ends_with str_word_count wordwrap nl2br htmlspecialchars htmlspecialchars_decode htmlentities html_entity_decode strip_tags addslashes',
      'stripslashes explode implode join number_format chr ord dechex hexdec bin2hex hex2bin bindec decbin octdec decoct base_convert md5 sha1 crc32 hash hash_algos hash_hmac hash_equals password_hash password_verify password_get_info',
      'base64_encode base64_decode urlencode urldecode rawurlencode rawurldecode http_build_query parse_url json_encode json_decode json_last_error json_last_error_msg serialize quotemeta levenshtein similar_text soundex metaphone',
      'ctype_alpha ctype_digit ctype_alnum ctype_upper ctype_lower ctype_space ctype_punct ctype_xdigit strtr sscanf str_getcsv money_format uniqid lcg_value random_int random_bytes rand mt_rand mt_srand srand getrandmax mt_getrandmax',
      'mb_strlen mb_substr mb_strtolower mb_strtoupper mb_strpos mb_str_split mb_convert_encoding mb_convert_case mb_detect_encoding mb_internal_encoding mb_check_encoding iconv utf8_encode utf8_decode preg_match preg_match_all preg_replace preg_split preg_quote preg_grep',
      'preg_last_error preg_last_error_msg array count sizeof in_array array_search array_keys array_values array_merge array_merge_recursive array_replace array_combine array_flip array_slice array_splice array_unique array_reverse array_sum array_product array_push array_pop',
      'array_shift array_unshift array_key_exists key_exists array_key_first array_key_last array_column array_chunk array_fill array_fill_keys array_pad array_rand array_diff array_diff_key array_diff_assoc array_intersect array_intersect_key array_count_values array_is_list',
      'array_flip range compact sort rsort asort arsort ksort krsort natsort natcasesort shuffle min max abs ceil floor round sqrt pow exp log log10 log2 pi sin cos tan asin acos atan atan2 fmod intdiv is_nan is_finite is_infinite current key next prev reset end',
      'is_array is_string is_int is_integer is_float is_bool is_null is_numeric is_object is_scalar is_countable is_iterable is_resource gettype get_debug_type settype intval floatval doubleval strval boolval',
      'date gmdate time microtime hrtime mktime gmmktime strtotime checkdate date_default_timezone_get date_default_timezone_set getdate localtime date_create date_diff date_add date_format idate usleep sleep',
      'phpversion php_uname php_sapi_name php_ini_loaded_file php_ini_scanned_files zend_version sys_get_temp_dir memory_get_usage memory_get_peak_usage extension_loaded get_loaded_extensions function_exists class_exists method_exists defined constant_exists ini_get get_class get_object_vars get_cfg_var',
      'version_compare getmypid gethostname getcwd gc_collect_cycles error_reporting set_time_limit ignore_user_abort get_include_path error_get_last trigger_error debug_zval_refcount spl_object_id spl_object_hash iterator_to_array iterator_count',
      'fclose feof fgets fgetc fgetcsv fputcsv fread fwrite fputs fflush fseek ftell rewind ftruncate flock fstat fscanf stream_get_contents stream_get_line pclose proc_close closedir readdir rewinddir basename dirname pathinfo fnmatch clearstatcache escapeshellarg escapeshellcmd',
      'array_map array_filter array_reduce array_walk usort uasort uksort preg_replace_callback simplexml_load_string libxml_use_internal_errors filter_var ctype_cntrl ip2long long2ip inet_pton inet_ntop pack unpack gzcompress gzuncompress gzencode gzdecode gzdeflate gzinflate',
      'curl_exec curl_close curl_error curl_errno curl_getinfo curl_version bcadd bcsub bcmul bcdiv bcmod bcpow bcsqrt bccomp gmp_init gmp_add gmp_mul gmp_pow gmp_strval openssl_random_pseudo_bytes cal_days_in_month',
    ].join(' ')]: 'plain',
  },
  'php.$_SERVER': { HOME: 'is ~', PWD: 'is .', '*': 'plain' },
  'php.$_ENV': { HOME: 'is ~', PWD: 'is .', '*': 'plain' },
  'php.new': {
    'splfileobject (path, mode)': 'open path mode',
    'directoryiterator filesystemiterator recursivedirectoryiterator globiterator (path)': 'read tree path',
    'domdocument (…)': 'plain',
    'datetime datetimeimmutable dateinterval dateperiod datetimezone arrayobject arrayiterator splstack splqueue splobjectstorage splpriorityqueue splfixedarray spldoublylinkedlist stdclass exception errorexception runtimeexception invalidargumentexception logicexception domainexception rangeexception typeerror valueerror error numberformatter recursiveiteratoriterator regexiterator domxpath weakmap':
      'plain',
  },
}

/** Methods that have an effect on any object. */
export const methods = {
  'load loadHTMLFile (path, a)': 'load path',
  'save saveHTMLFile asXML saveXML (path, a)': 'write path',
  'openFile (mode, a, b)': 'opaque opens a file through an object',
  'invoke invokeArgs newInstance newInstanceArgs getClosure bindTo call (…, a, b, c, d, e, f, g, h)':
    'opaque calls a function by a computed name',
  'exec query prepare (statement, a, b, c)': 'opaque runs SQL',
} as const

/** Functions that call one of their arguments, with its position. */
export const callbackAt: ReadonlyMap<string, number> = new Map(
  Object.entries({
    array_map: 0,
    array_filter: 1,
    array_reduce: 1,
    array_walk: 1,
    usort: 1,
    uasort: 1,
    uksort: 1,
    preg_replace_callback: 1,
  }),
)

/** Functions that modify a variable passed to them. */
export const changers: ReadonlySet<string> = new Set(
  'exec preg_match preg_match_all preg_replace sscanf fscanf similar_text array_push array_pop array_shift array_unshift array_splice array_walk settype sort rsort asort arsort ksort krsort natsort natcasesort shuffle usort uasort uksort str_replace str_ireplace fsockopen pfsockopen stream_socket_client proc_open passthru system getmxrr dns_get_record reset end next prev flock preg_replace_callback'.split(
    ' ',
  ),
)
