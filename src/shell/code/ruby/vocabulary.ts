import { type CallRow, compileTable, type Table } from '../table.ts'

/** Global functions and keywords. An unlisted one is opaque. */
const functions: Table = {
  'puts print p pp printf format sprintf gets rand srand sleep exit abort raise loop lambda proc catch throw Integer Float String Array Rational Complex at_exit block_given? putc warn readline readlines gsub sub chomp chop':
    'plain',
  'if elsif else unless while until and or not then do end case when in begin rescue ensure retry return yield for break next redo class module def self nil true false defined? super attr_accessor attr_reader attr_writer private public protected __FILE__ __LINE__ __method__ freeze it BEGIN END':
    'plain',
  'chdir (path)': 'directory path',
}

/** Functions of modules and classes. */
const classes: Table = {
  'File.read File.readlines File.foreach File.binread File.size File.exist? File.exists? File.file? File.directory? File.readable? File.writable? File.executable? File.symlink? File.zero? File.empty? File.stat File.lstat File.mtime File.atime File.ctime File.readlink File.realpath File.size? (path)':
    'read path',
  'File.write File.binwrite File.truncate File.mkfifo (path)': 'write path',
  'File.open File.new (path, mode)': 'open path mode',
  'File.delete File.unlink (...paths)': 'delete ...paths',
  'File.rename (from, to)': ['delete from', 'write to'],
  'File.symlink File.link (from, to)': ['read from', 'write to'],
  'File.chmod (mode, ...paths)': ['write ...paths', 'change permissions/permissions ...paths'],
  'File.chown (user, group, ...paths)': ['write ...paths', 'change permissions/owner ...paths'],
  'File.utime (atime, mtime, ...paths)': 'write ...paths',
  'File.join File.basename File.dirname File.extname File.expand_path File.split File.absolute_path File.fnmatch File.fnmatch?':
    'plain',
  'Dir.glob Dir.children Dir.entries Dir.each_child Dir.exist? Dir.empty? Dir.foreach (path)': 'read path',
  'Dir.mkdir (path)': 'write path',
  'Dir.rmdir Dir.delete Dir.unlink (path)': 'delete path',
  'Dir.chdir (path)': 'directory path',
  'Dir.pwd Dir.getwd Dir.home': 'plain',
  'FileUtils.rm FileUtils.rm_f FileUtils.safe_unlink FileUtils.rmdir FileUtils.remove (...paths)': 'delete ...paths',
  'FileUtils.rm_rf FileUtils.rm_r FileUtils.rmtree FileUtils.remove_dir FileUtils.remove_entry FileUtils.remove_entry_secure (path)':
    'delete tree path',
  'FileUtils.mkdir FileUtils.mkdir_p FileUtils.makedirs FileUtils.mkpath FileUtils.touch (...paths)': 'write ...paths',
  'FileUtils.cp FileUtils.copy FileUtils.copy_file FileUtils.install (from, to)': ['read from', 'write to'],
  'FileUtils.cp_r (from, to)': ['read tree from', 'write tree to'],
  'FileUtils.mv FileUtils.move (from, to)': ['delete from', 'write to'],
  'FileUtils.ln FileUtils.ln_s FileUtils.ln_sf (from, to)': ['read from', 'write to'],
  'FileUtils.chmod FileUtils.chmod_R (mode, ...paths)': ['write ...paths', 'change permissions/permissions ...paths'],
  'FileUtils.cd (path)': 'directory path',
  'FileUtils.pwd': 'plain',
  'Net::HTTP.get Net::HTTP.get_response (url)': 'connect url',
  'Net::HTTP.post Net::HTTP.post_form (url)': 'send url',
  'Process.kill (signal, ...pids)': 'change process/kill',
  'Process.clock_gettime Process.pid Process.ppid Process::CLOCK_MONOTONIC': 'plain',
  'JSON.parse JSON.generate JSON.pretty_generate JSON.dump JSON.parse!': 'plain',
  'JSON.load_file JSON.load_file! YAML.safe_load_file (path)': 'read path',
  'YAML.safe_load YAML.dump Psych.safe_load': 'plain',
  'CSV.parse CSV.parse_line CSV.generate CSV.generate_line': 'plain',
  'CSV.read CSV.foreach CSV.table (path)': 'read path',
  'CSV.open (path, mode)': 'open path mode',
  'ERB::Util.html_escape ERB::Util.url_encode CGI.escape CGI.unescape CGI.escapeHTML URI.parse URI.join URI.encode_www_form URI.encode_www_form_component URI.decode_www_form_component':
    'plain',
  'Digest::MD5.hexdigest Digest::SHA1.hexdigest Digest::SHA256.hexdigest Digest::SHA512.hexdigest Digest::SHA256.base64digest Digest::MD5.base64digest':
    'plain',
  'Digest::MD5.file Digest::SHA1.file Digest::SHA256.file (path)': 'read path',
  'Base64.encode64 Base64.decode64 Base64.strict_encode64 Base64.strict_decode64 Base64.urlsafe_encode64 Base64.urlsafe_decode64 SecureRandom.hex SecureRandom.uuid SecureRandom.random_number SecureRandom.alphanumeric SecureRandom.base64':
    'plain',
  'Math.sqrt Math.cbrt Math.sin Math.cos Math.tan Math.log Math.log2 Math.log10 Math.exp Math.hypot Math.atan Math.atan2 Math.pow Integer.sqrt Regexp.escape Regexp.union Regexp.new Time.now Time.at Time.parse Time.iso8601 Time.new Time.mktime Date.today Date.parse Date.new Date.valid_date? DateTime.now DateTime.parse Random.rand Random.new Hash.new Array.new String.new Set.new Struct.new Range.new Shellwords.split Shellwords.escape Etc.nprocessors Benchmark.realtime Benchmark.measure Time.strptime Date.strptime Rational.new StringIO.new StandardError.new RuntimeError.new ArgumentError.new':
    'plain',
  'ENV.fetch ENV.key? ENV.has_key? ENV.include? ENV.dig': 'plain',
  'Gem.ruby_version Gem.path Gem::Version.new': 'plain',
  'GC.start GC.stat STDIN.read STDIN.each_line STDIN.gets STDIN.readlines STDIN.each STDIN.tty? STDOUT.puts STDOUT.print STDOUT.write STDOUT.flush STDOUT.sync STDERR.puts STDERR.print STDERR.write':
    'plain',
}

export const rows: ReadonlyMap<string, CallRow> = compileTable({ ...functions, ...classes })

/** Libraries that only provide the functions of the rows above. */
export const libraries: ReadonlySet<string> = new Set(
  'json yaml csv set date time digest digest/md5 digest/sha1 digest/sha2 base64 securerandom fileutils uri net/http open-uri erb cgi cgi/util pp shellwords benchmark bigdecimal stringio English etc strscan psych open3 tmpdir'.split(
    ' ',
  ),
)

/** Functions that an argument follows rather than an operator. */
export const takers: ReadonlySet<string> = new Set(
  'puts print p pp printf format sprintf require when if unless elsif and or not return raise while until match match? split gsub sub scan grep =~'.split(
    ' ',
  ),
)

/** Constants that give access to nothing else. */
export const constants: ReadonlySet<string> = new Set(
  'String Integer Float Array Hash Symbol Regexp NilClass TrueClass FalseClass Numeric Range Set Struct Time Date StandardError RuntimeError ArgumentError Exception TypeError NameError KeyError IndexError ZeroDivisionError Errno::ENOENT JSON::ParserError Float::INFINITY Float::NAN Float::MAX Float::EPSILON Integer::MAX Math::PI Math::E RUBY_VERSION RUBY_PLATFORM RUBY_ENGINE RUBY_PATCHLEVEL RUBY_RELEASE_DATE RUBY_DESCRIPTION RUBY_COPYRIGHT STDIN STDOUT STDERR Process::CLOCK_MONOTONIC BEGIN END'.split(
    ' ',
  ),
)

/** Methods of texts, numbers, lists, hashes, dates and open files: on any object they only compute. */
export const methods: ReadonlySet<string> = new Set(
  [
    'each each_with_index each_with_object each_line each_char each_byte each_slice each_cons each_pair each_key each_value each_index each_entry map flat_map collect filter_map select filter reject find detect find_all find_index',
    'partition group_by chunk_while slice_when sort sort_by min max min_by max_by minmax sum count tally uniq zip first last take take_while drop drop_while reverse rotate shuffle sample compact flatten push append pop shift unshift',
    'prepend insert concat delete delete_at delete_if keep_if clear fill index rindex include? member? any? all? none? one? empty? size length join to_a to_h to_s to_i to_f to_r to_c to_sym to_set inspect hash values keys key? has_key? value? has_value? fetch dig',
    'store merge merge! update transform_values transform_keys invert key values_at fetch_values default slice except group filter! select! map! reject! sort! uniq! compact! reverse! upcase downcase capitalize swapcase strip lstrip rstrip chomp chop chomp!',
    'strip! upcase! downcase! sub gsub sub! gsub! tr tr_s delete_prefix delete_suffix squeeze split partition rpartition lines chars bytes codepoints scan match match? start_with? end_with? center ljust rjust ord chr hex oct unpack unpack1 pack encode force_encoding',
    'valid_encoding? encoding unicode_normalize scrub succ next pred times upto downto step abs ceil floor round truncate divmod modulo fdiv pow gcd lcm digits zero? positive? negative? even? odd? nil? is_a? kind_of? instance_of? respond_to? eql? equal? between? clamp',
    'dup clone freeze frozen? tap then itself lazy force with_index with_object call puts print write printf read gets readline readlines close flush sync rewind eof? tty? body code message strftime iso8601 year month day hour min sec wday yday mon mday to_date to_time',
    'utc localtime getlocal monday? sunday? saturday? cwday ljust captures named_captures names pre_match post_match begin offset union intersection difference subset? superset? add add? combination permutation product transpose each_entry bsearch cycle chunk',
    'inject reduce sum backtrace full_message exception hexdigest headers to_json beginning_of_day size? string row to_csv by_row ascii_only? casecmp casecmp? crypt unicode_normalized? bit_length infinite? nan? finite? numerator denominator real imaginary rationalize',
  ]
    .join(' ')
    .split(' '),
)

/** Global functions that do more than compute: a name of the code never replaces them. */
export const otherFunctions: ReadonlySet<string> = new Set(
  'system exec spawn fork open eval instance_eval class_eval module_eval instance_exec class_exec send __send__ public_send method instance_method define_method syscall trap test load autoload require require_relative binding select callcc exit! set_trace_func trace_var untrace_var ObjectSpace method_missing const_get const_set const_missing instance_variable_set instance_variable_get remove_method undef_method alias alias_method include extend prepend using refine gem caller global_variables local_variables methods singleton_method singleton_class define_singleton_method to_enum enum_for display to_proc public_method public_instance_method class superclass ancestors subclasses curry instance_variables'.split(
    ' ',
  ),
)
