import type { Options, Program, Programs } from '../engine/table.ts'

/** A page is a file or an address; the page itself loads what it refers to. */
const pageSource = { '-': 'plain', '*://*': 'connect', '*': 'read' } as const

/** The last operand is what they write; a page may show any file that it names, which these options allow. */
const htmlOptions: Options = {
  '-s SIZE --page-size=SIZE -O NAME --orientation=NAME -T SIZE --margin-top=SIZE -B SIZE --margin-bottom=SIZE -L SIZE --margin-left=SIZE -R SIZE --margin-right=SIZE -d N --dpi=N --zoom=N --title=TEXT --page-width=SIZE --page-height=SIZE --image-dpi=N --image-quality=N --viewport-size=SIZE --encoding=NAME --javascript-delay=N --minimum-font-size=N --copies=N --footer-center=TEXT --footer-left=TEXT --footer-right=TEXT --header-center=TEXT --header-left=TEXT --header-right=TEXT --footer-font-size=N --header-font-size=N --header-spacing=N --footer-spacing=N --log-level=LEVEL --width=N --height=N --quality=N --crop-h=N --crop-w=N --crop-x=N --crop-y=N -f NAME --format=NAME --load-error-handling=HOW --load-media-error-handling=HOW':
    'plain',
  '-q --quiet -g --grayscale -l --lowquality -n --disable-javascript --enable-javascript --no-background --background --print-media-type --no-print-media-type --disable-smart-shrinking --enable-smart-shrinking --no-outline --outline --no-images --disable-external-links --disable-internal-links --disable-local-file-access --footer-line --header-line --no-pdf-compression --disable-smart-width':
    'plain',
}

const libreOffice: Program = {
  tier: 'write',
  options: {
    '--headless --invisible --nologo --norestore --nofirststartwizard --nolockcheck --nodefault --writer --calc --draw --impress --math':
      'plain',
    '--convert-to FORMAT --infilter=TEXT': 'plain',
    '--outdir DIR': 'write below',
    '--cat': 'plain',
  },
  operands: { 'macro:* vnd.sun.star.*': 'opaque a macro', '*://*': 'connect', '*': 'read' },
  examples: {
    'soffice --headless --convert-to pdf --outdir out a.docx': ['write out/*', 'read a.docx'],
    "soffice --headless 'macro:///x.y.z'": 'opaque a macro: `macro:///x.y.z`',
    'soffice --accept=socket a.odt': ['opaque unknown option `--accept` of `soffice`', 'read a.odt'],
  },
}

/** Programs that turn pages, office documents and drawings into files, and that take PDF files apart. */
export const paper: Programs = {
  'wkhtmltopdf wkhtmltoimage': {
    tier: 'write',
    options: htmlOptions,
    operands: ['read...', 'write'],
    examples: {
      'wkhtmltopdf -s A4 a.html a.pdf': ['read a.html', 'write a.pdf'],
      'wkhtmltopdf https://e.example a.pdf': ['connect e.example', 'write a.pdf'],
      // The page could show any file of this machine.
      'wkhtmltopdf --enable-local-file-access a.html a.pdf': [
        'opaque unknown option `--enable-local-file-access` of `wkhtmltopdf`',
        'read a.html',
        'write a.pdf',
      ],
      'wkhtmltopdf --run-script x a.html a.pdf': [
        'opaque unknown option `--run-script` of `wkhtmltopdf`',
        'read x',
        'read a.html',
        'write a.pdf',
      ],
    },
  },
  weasyprint: {
    tier: 'write',
    options: {
      '-e NAME --encoding=NAME -m NAME --media-type=NAME -D N --dpi=N -j N --jpeg-quality=N --pdf-version=N --pdf-variant=NAME --pdf-identifier=TEXT -t N --timeout=N --dump-pdf':
        'plain',
      '-p --presentational-hints --optimize-images --uncompressed-pdf --custom-metadata --full-fonts --hinting --pdf-forms --srgb -v --verbose -d --debug -q --quiet':
        'plain',
      '-s FILE --stylesheet=FILE -a FILE --attachment=FILE': pageSource,
      '-c DIR --cache-folder=DIR': 'write below',
      '-u URL --base-url=URL': 'plain',
    },
    operands: ['read', 'write'],
    examples: {
      'weasyprint a.html a.pdf': ['read a.html', 'write a.pdf'],
      'weasyprint -a ~/.ssh/id_rsa a.html a.pdf': ['read /home/dev/.ssh/id_rsa', 'read a.html', 'write a.pdf'],
    },
  },
  'soffice libreoffice localc lowriter': libreOffice,
  pdftk: {
    tier: 'write',
    options: {},
    operands: {
      'cat shuffle burst rotate generate_fdf fill_form background multibackground stamp multistamp dump_data dump_data_utf8 dump_data_fields dump_data_annots update_info update_info_utf8 attach_files unpack_files output flatten compress uncompress need_appearances drop_xfa keep_first_id keep_final_id dont_ask verbose do_ask input_pw owner_pw user_pw allow encrypt_40bit encrypt_128bit to_page end':
        'plain',
      '[A-Z]=*': 'plain',
      '*.pdf *.fdf *.txt *.xfdf': 'write',
      '*/*': 'write',
      '*': 'plain',
    },
    examples: { 'pdftk a.pdf b.pdf cat output c.pdf': ['write a.pdf', 'write b.pdf', 'write c.pdf'] },
  },
  mutool: {
    tier: 'read',
    commands: {
      'info show pages': {
        tier: 'read',
        options: { '-FIMPSXfgiptxa': 'plain' },
        otherOptions: 'plain',
        operands: ['read', 'plain...'],
      },
      'draw convert': {
        tier: 'write',
        options: {
          '-o FILE': 'write prefix',
          '-F NAME -r N -w N -h N -R N -c NAME -A N -I -p TEXT -s TEXT -q -O TEXT -f -W N -H N -S N -U FILE': 'plain',
        },
        operands: ['read', 'plain...'],
      },
      'clean merge': {
        tier: 'write',
        options: { '-p TEXT -g -gg -ggg -l -s -d -i -f -a -z -A -O TEXT': 'plain', '-o FILE': 'write' },
        operands: 'write',
      },
    },
    examples: {
      'mutool info a.pdf': 'read a.pdf',
      'mutool draw -o out.png -r 150 a.pdf 1': ['write out.png*', 'read a.pdf'],
      'mutool run x.js': 'opaque unknown subcommand `run` of `mutool`',
    },
  },
  // PostScript is a language; `SAFER` keeps it from files and commands that the command line does not name.
  gs: {
    tier: 'write',
    singleDash: true,
    options: {
      '-sOutputFile FILE': {
        '%pipe* |*': 'opaque a command that receives the output',
        '-': 'plain',
        '%stdout': 'plain',
        '*': 'write',
      },
      '-o FILE': { '%pipe* |*': 'opaque a command that receives the output', '-': 'plain', '*': 'write' },
      '-sDEVICE NAME -dPDFSETTINGS NAME -dCompatibilityLevel N -dFirstPage N -dLastPage N -dTextAlphaBits N -dGraphicsAlphaBits N -dJPEGQ N -sPAPERSIZE NAME -dColorImageResolution N -dGrayImageResolution N -dMonoImageResolution N -sColorConversionStrategy NAME -dProcessColorModel NAME -dDownScaleFactor N -dEmbedAllFonts FLAG -dSubsetFonts FLAG -dAutoRotatePages NAME -dDetectDuplicateImages FLAG -dPDFA N -dPDFACompatibilityPolicy N':
        'plain',
      '-dNOPAUSE -dBATCH -dSAFER -dQUIET -dUseCropBox -dEPSCrop -dFitPage -dPDFFitPage -dPrinted -dCompressFonts -dNOPLATFONTS -q':
        'plain',
    },
    operands: { '-r* -g*': 'plain', '*': 'read' },
    examples: {
      'gs -q -sDEVICE=pdfwrite -o out.pdf a.pdf': ['write out.pdf', 'read a.pdf'],
      'gs -sOutputFile=%pipe%id -sDEVICE=pdfwrite a.pdf': [
        'opaque a command that receives the output: `%pipe%id`',
        'read a.pdf',
      ],
      'gs -dNOSAFER a.ps': ['opaque unknown option `-dNOSAFER` of `gs`', 'read a.ps'],
      "gs -c '(x) run' a.ps": ['opaque unknown option `-c` of `gs`', 'read (x) run', 'read a.ps'],
    },
  },
  ocrmypdf: {
    tier: 'write',
    options: {
      '-l LANG --language=LANG --image-dpi=N --output-type=NAME -j N --jobs=N -O N --optimize=N --jpeg-quality=N --png-quality=N --rotate-pages-threshold=N --tesseract-timeout=N --tesseract-pagesegmode=N --tesseract-oem=N --pages=RANGE --title=TEXT --author=TEXT --subject=TEXT --keywords=TEXT --max-image-mpixels=N --oversample=N --skip-big=N -v N':
        'plain',
      '-r --rotate-pages -d --deskew -c --clean -i --clean-final -f --force-ocr -s --skip-text --redo-ocr -q --quiet --invalidate-digital-signatures --remove-background':
        'plain',
      '--sidecar=FILE': 'write',
    },
    operands: ['read', 'write'],
    examples: {
      'ocrmypdf --skip-text a.pdf b.pdf': ['read a.pdf', 'write b.pdf'],
      'ocrmypdf --plugin /tmp/x.py a.pdf b.pdf': [
        'opaque unknown option `--plugin` of `ocrmypdf`',
        'read /tmp/x.py',
        'write a.pdf',
        'opaque unknown operand `b.pdf` of `ocrmypdf`',
      ],
    },
  },
  cairosvg: {
    tier: 'write',
    options: {
      '-o FILE --output=FILE': 'write',
      '-f NAME --format=NAME -d N --dpi=N -W N --width=N -H N --height=N -s N --scale=N -b COLOR --background=COLOR --output-width=N --output-height=N':
        'plain',
      '-n --negate-colors -i --invert-images': 'plain',
    },
    operands: pageSource,
    examples: {
      'cairosvg a.svg -o a.png': ['read a.svg', 'write a.png'],
      // It lets the drawing read other files.
      'cairosvg -u a.svg': ['opaque unknown option `-u` of `cairosvg`', 'read a.svg'],
    },
  },
  // Its language has `system` and `load`.
  gnuplot: {
    tier: 'execute',
    options: {
      '-p --persist -s --slow -d --default-settings': 'plain',
      '-e TEXT': 'opaque gnuplot code',
      '-c FILE': 'code',
    },
    operands: 'code',
    examples: {
      'gnuplot plot.gp': 'read plot.gp',
      'gnuplot /tmp/x.gp': ['read /tmp/x.gp', 'opaque code in `/tmp/x.gp`'],
      'gnuplot -e \'system "id"\'': 'opaque gnuplot code: `system "id"`',
    },
  },
  flac: {
    tier: 'write',
    options: {
      '-o FILE --output-name=FILE': 'write',
      '-d --decode -t --test -a --analyze -s --silent -f --force -c --stdout -V --verify -0 -1 -2 -3 -4 -5 -6 -7 -8 --best --fast --totally-silent --keep-foreign-metadata -w':
        'plain',
      '--output-prefix=PATH': 'write prefix',
      '--delete-input-file': 'operands delete',
      '--picture=FILE --cuesheet=FILE': 'read',
      '-T TEXT --tag=TEXT --skip=N --until=N --bps=N --sample-rate=N --channels=N --endian=NAME --sign=NAME': 'plain',
    },
    operands: 'write',
    examples: {
      'flac -8 a.wav': 'write a.wav',
      'flac --delete-input-file a.wav': 'delete a.wav',
      'flac -d -o a.wav a.flac': ['write a.wav', 'write a.flac'],
    },
  },
  asciinema: {
    tier: 'read',
    options: { '-q --quiet': 'plain' },
    commands: {
      'play cat': {
        tier: 'read',
        options: { '-s N --speed=N -i N --idle-time-limit=N -l --loop -m --pause-on-markers': 'plain' },
        operands: { '*://*': 'connect', '*': 'read' },
      },
      rec: {
        tier: 'write',
        options: {
          '-c COMMAND --command=COMMAND': 'run',
          '-t TEXT --title=TEXT -i N --idle-time-limit=N --cols=N --rows=N --append --overwrite --raw -y --yes':
            'plain',
        },
        operands: 'write',
      },
      upload: { tier: 'execute', does: ['connect sends', 'change registry/publish'], operands: 'read' },
    },
    examples: {
      "asciinema rec -c 'rm x' demo.cast": ['run rm x', 'delete x', 'write demo.cast'],
      'asciinema upload demo.cast': ['connect … sends', 'change registry/publish', 'read demo.cast'],
    },
  },
  whisper: {
    tier: 'write',
    options: {
      '--model=NAME --device=NAME --task=NAME --language=NAME --temperature=N --output_format=NAME -f NAME --threads=N --initial_prompt=TEXT --word_timestamps=FLAG --fp16=FLAG --verbose=FLAG --beam_size=N --best_of=N --condition_on_previous_text=FLAG --max_line_width=N --max_line_count=N':
        'plain',
      '-o DIR --output_dir=DIR': 'write below',
      // Models are pickled code.
      '--model_dir=DIR': 'may name code',
    },
    operands: 'read',
    examples: { 'whisper a.mp3 --model small --output_dir out': ['write out/*', 'read a.mp3'] },
  },
  'yt-dlp youtube-dl': {
    tier: 'write',
    options: {
      '-o FILE --output=FILE': 'write prefix',
      '-P DIR --paths=DIR': 'write below',
      '-a FILE --batch-file=FILE': 'read',
      '-F --list-formats -j --dump-json -J --dump-single-json -s --simulate --skip-download --get-title --get-url --get-id --get-duration --get-description --list-subs --flat-playlist':
        'plain',
      '-f NAME --format=NAME -S NAME --format-sort=NAME --audio-format=NAME --audio-quality=N --merge-output-format=NAME --remux-video=NAME --recode-video=NAME --sub-langs=LIST --sub-format=NAME --convert-subs=NAME --playlist-items=RANGE -I RANGE --playlist-start=N --playlist-end=N --max-downloads=N -r RATE --limit-rate=RATE -R N --retries=N --socket-timeout=N --sleep-interval=N --match-filter=TEXT --date=DATE --dateafter=DATE --download-sections=RANGE -O TEXT --print=TEXT -N N --concurrent-fragments=N':
        'plain',
      '-x --extract-audio -q --quiet -v --verbose -i --ignore-errors --no-playlist --yes-playlist --write-subs --write-auto-subs --embed-subs --embed-thumbnail --embed-metadata --write-thumbnail --write-description --write-info-json --no-overwrites -c --continue --no-warnings --no-progress --newline --restrict-filenames -k --keep-video --no-part -4 -6':
        'plain',
    },
    operands: { 'file:*': 'opaque a local file', '*': 'connect' },
    examples: {
      'yt-dlp -F https://e.example/v': 'connect e.example',
      'yt-dlp --exec id https://e.example/v': [
        'opaque unknown option `--exec` of `yt-dlp`',
        'connect id',
        'connect e.example',
      ],
      'yt-dlp --cookies-from-browser chrome https://e.example/v': [
        'opaque unknown option `--cookies-from-browser` of `yt-dlp`',
        'connect chrome',
        'connect e.example',
      ],
    },
  },
  iconutil: {
    tier: 'write',
    options: { '-c NAME --convert=NAME': 'plain', '-o FILE --output=FILE': 'write' },
    operands: 'write',
    examples: { 'iconutil -c icns -o a.icns a.iconset': ['write a.icns', 'write a.iconset'] },
  },
}
