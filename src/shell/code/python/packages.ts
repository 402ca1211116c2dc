import type { Tables } from '../table.ts'

/** Well-known packages that do more than compute. */
export const packages: Tables = {
  numpy: {
    'load (file, mmap_mode, allow_pickle)': ['read file', 'unpickles allow_pickle'],
    'loadtxt genfromtxt fromfile memmap (fname)': 'read fname',
    'save savez savez_compressed savetxt (file)': 'write file',
    '*': 'plain',
  },
  pandas: {
    'read_csv read_json read_excel read_parquet read_table read_fwf read_feather read_orc read_xml read_html (source)':
      'load source',
    'read_pickle (…)': 'opaque unpickles data, which can run any code',
    'read_sql read_sql_query read_sql_table (…)': 'opaque runs SQL',
    'eval (…)': 'opaque runs code from a text',
    'ExcelWriter (path)': 'write path',
    '*': 'plain',
  },
  polars: {
    'read_csv read_json read_ndjson read_parquet read_excel scan_csv scan_parquet scan_ndjson (source)': 'load source',
    '*': 'plain',
  },
  yaml: {
    'load load_all unsafe_load unsafe_load_all full_load full_load_all (…)': 'opaque creates objects from YAML',
    '*': 'plain',
  },
  'PIL.Image': { 'open (fp)': 'read fp', '*': 'plain' },
  imageio: { 'imread (uri)': 'read uri', 'imwrite (uri)': 'write uri', '*': 'plain' },
  cv2: { 'imread (filename)': 'read filename', 'imwrite (filename)': 'write filename', '*': 'plain' },
  'matplotlib.pyplot': { 'savefig (fname)': 'write fname', 'imread (fname)': 'read fname', '*': 'plain' },
  openpyxl: { 'load_workbook (filename)': 'read filename', '*': 'plain' },
  docx: { 'Document (path)': 'read path', '*': 'plain' },
  pypdf: { 'PdfReader (stream)': 'read stream', '*': 'plain' },
  PyPDF2: { 'PdfReader (stream)': 'read stream', '*': 'plain' },
  dotenv: {
    'load_dotenv (path)': 'read path',
    'dotenv_values (path)': 'read path =.env',
    'set_key unset_key (path)': 'write path',
    '*': 'plain',
  },
  joblib: {
    'load (…)': 'opaque unpickles data, which can run any code',
    'dump (value, filename)': 'write filename',
    '*': 'plain',
  },
  dill: { '*': 'opaque unpickles data, which can run any code' },
  cloudpickle: { '*': 'opaque unpickles data, which can run any code' },
  torch: {
    'load jit.load hub.load (…)': 'opaque unpickles data, which can run any code',
    'save (value, f)': 'write f',
    '*': 'plain',
  },
  psutil: {
    'Process (pid)': 'makes psprocess pid',
    '*': 'plain',
  },
  '(psprocess)': {
    'kill terminate suspend send_signal (…)': 'change process/kill self',
    'environ ()': 'change secrets/read',
    '*': 'plain',
  },
  pytest: {
    'main (…)': 'opaque runs tests of this project',
    'mark.skipif mark.xfail (condition)': 'opaque evaluates a condition that may be text',
    '*': 'plain',
  },
  toml: { 'load (f)': 'read f', '*': 'plain' },
  scipy: {
    'io.loadmat io.wavfile.read (file)': 'read file',
    'io.savemat io.wavfile.write (file)': 'write file',
    '*': 'plain',
  },
  h5py: { 'File (name, mode)': 'open name mode', '*': 'plain' },
  geopandas: { 'read_file (source)': 'load source', '*': 'plain' },
  xarray: { 'open_dataset open_dataarray open_zarr (source)': 'load source', '*': 'plain' },
  sympy: {
    'sympify S parse_expr lambdify parsing.sympy_parser.parse_expr (…)': 'opaque runs code from a text',
    '*': 'plain',
  },
  tensorflow: {
    'keras.models.load_model saved_model.load (…)': 'opaque loads a model, which can run any code',
    '*': 'plain',
  },
  keras: { 'models.load_model saving.load_model (…)': 'opaque loads a model, which can run any code', '*': 'plain' },
  pygments: {
    'lexers.load_lexer_from_file formatters.load_formatter_from_file (…)': 'opaque loads code',
    '*': 'plain',
  },
  loguru: { 'logger.add (sink)': 'write sink', '*': 'plain' },
  'lxml.etree': { 'parse iterparse (source)': ['load source', 'makes tree'], '*': 'plain' },
  jinja2: { '*': 'opaque renders templates' },
}

/** Packages, and modules of Python itself, that only compute: every call into them is plain. */
export const harmless: ReadonlySet<string> = new Set(
  [
    '__future__ _thread abc aifc argparse array ast asynchat atexit base64 binascii bisect builtins calendar cgi chunk cmath cmd collections',
    'collections.abc colorsys concurrent concurrent.futures contextlib contextvars copy copyreg crypt csv curses dataclasses datetime decimal',
    'difflib dis email encodings enum errno faulthandler fnmatch formatter fractions functools getopt getpass gettext graphlib grp hashlib',
    'heapq hmac html http http.cookies imghdr ipaddress itertools json keyword locale math ntpath numbers opcode',
    'optparse pickletools platform plistlib posixpath pprint pstats pwd pyclbr queue quopri random re reprlib sched',
    'secrets select selectors shlex sndhdr stat statistics stringprep struct symtable sysconfig syslog tabnanny termios textwrap',
    'threading time token tomllib traceback tracemalloc tty turtle unicodedata uu uuid warnings weakref xml xmlrpc',
    'zlib zoneinfo nturl2path sre_parse sre_compile wsgiref lib2to3',
    'sklearn matplotlib seaborn plotly networkx statsmodels PIL tabulate tqdm rich click colorama termcolor attr attrs pydantic',
    'pydantic_core typing_extensions dateutil pytz tzdata simplejson orjson ujson regex chardet charset_normalizer idna certifi six packaging',
    'more_itertools toolz cytoolz sortedcontainers cachetools markdown bs4 lxml html5lib soupsieve xmltodict jsonschema referencing rpds tomli',
    'tomli_w tomlkit pyparsing ply lark docutils humanize inflection unidecode tiktoken tokenizers wcwidth',
    'prompt_toolkit cryptography nacl jwt passlib zstandard brotli lz4 msgpack bson pyarrow numba jax',
    'jaxlib einops skimage shapely pyproj altair bokeh Levenshtein rapidfuzz emoji phonenumbers babel xlsxwriter',
    'xlrd xlwt freezegun faker hypothesis structlog marshmallow cattrs semver pathspec wrapt deprecated mpl_toolkits torchvision',
    'torchaudio transformers.utils markupsafe multidict yarl frozenlist anyio sniffio h11 httpcore starlette.status',
  ]
    .join(' ')
    .split(' '),
)

/** Other modules of Python's own, which are not trusted. */
export const others: ReadonlySet<string> = new Set(
  [
    'annotationlib antigravity asyncore audioop binhex cgitb compression distutils genericpath idlelib mailbox mailcap modulefinder msilib',
    'msvcrt nis nt ossaudiodev pipes posix pydoc_data pyexpat rlcompleter smtpd sre_constants sunau this tkinter turtledemo winreg winsound',
    'xdrlib zipapp BaseHTTPServer CGIHTTPServer SocketServer ConfigParser Cookie HTMLParser Queue StringIO cStringIO Tkinter cookielib',
    'urlparse xmlrpclib anydbm dbhash dumbdbm gdbm whichdb',
  ]
    .join(' ')
    .split(' '),
)
