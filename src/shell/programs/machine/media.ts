import { knownPrefix, wordText } from '../../../core/word.ts'
import { applyTable } from '../engine/apply.ts'
import { sortArguments } from '../engine/arguments.ts'
import { compileProgram } from '../engine/compile.ts'
import type { ProgramCall } from '../engine/program-call.ts'
import type { Program, Programs } from '../engine/table.ts'

/** ffmpeg opens many kinds of addresses; only a plain name is a file. */
const mediaInput = {
  '- pipe:*': 'plain',
  'color=* testsrc* smptebars* sine=* anullsrc* nullsrc*': 'plain',
  '*://*': 'connect',
  '*:* *movie=*': 'opaque an address that ffmpeg opens',
  '*': 'read',
} as const

/** They may show a file's text, or write their measurements to a file. */
const filters = { '*ladspa=* *frei0r=* *lv2=* *dnn_*': 'opaque a filter plugin', '*': 'may name code' } as const

const ffmpegInput = {
  '-i FILE': mediaInput,
  '-f FORMAT': {
    'x11grab avfoundation gdigrab dshow v4l2 video4linux2 alsa pulse fbdev kmsgrab oss jack sndio decklink':
      'opaque a recording of the screen, camera or microphone',
    '*': 'plain',
  },
  '-v LEVEL -loglevel LEVEL -probesize N -analyzeduration N -protocol_whitelist LIST': 'plain',
  '-hide_banner -nostdin -nostats -stats -version -formats -codecs -encoders -decoders -filters -protocols -pix_fmts -devices -muxers -demuxers -layouts -L -h':
    'plain',
} as const

const ffmpeg: Program = {
  tier: 'write',
  singleDash: true,
  options: {
    ...ffmpegInput,
    '-vf FILTER -af FILTER -filter:v FILTER -filter:a FILTER -filter_complex FILTER -lavfi FILTER': filters,
    '-passlogfile FILE -vstats_file FILE': 'write',
    '-c NAME -c:v NAME -c:a NAME -c:s NAME -codec NAME -codec:v NAME -codec:a NAME -vcodec NAME -acodec NAME -scodec NAME -b N -b:v N -b:a N -ab N -vb N -r N -s SIZE -ss TIME -sseof TIME -t TIME -to TIME -itsoffset TIME -frames N -frames:v N -vframes N -q N -q:v N -q:a N -qscale N -qscale:v N -crf N -preset NAME -tune NAME -profile NAME -profile:v NAME -level N -pix_fmt NAME -aspect RATIO -ar N -ac N -map SPEC -map_metadata SPEC -map_chapters SPEC -metadata TEXT -metadata:s:v TEXT -metadata:s:a TEXT -disposition SPEC -movflags FLAGS -fflags FLAGS -flags FLAGS -avoid_negative_ts MODE -threads N -loop N -stream_loop N -framerate N -video_size SIZE -start_number N -g N -bf N -maxrate N -bufsize N -pass N -vsync MODE -fps_mode MODE -async N -tag:v TAG -hwaccel NAME -compression_level N -max_muxing_queue_size N -segment_time N -hls_time N -hls_list_size N -update N -safe N -x264-params TEXT -x265-params TEXT -sws_flags FLAGS -colorspace NAME -color_primaries NAME -color_trc NAME -timeout N -shortest_buf_duration N':
      'plain',
    '-y -n -an -vn -sn -dn -copyts -shortest -re -accurate_seek -noaccurate_seek -benchmark -autorotate -noautorotate':
      'plain',
  },
  operands: {
    '-': 'plain',
    'pipe:*': 'plain',
    '*://*': 'connect sends',
    '*:*': 'opaque an address that ffmpeg opens',
    '/dev/null': 'plain',
    '*': 'write',
  },
}

const imageOptions =
  '-resize SIZE -thumbnail SIZE -scale SIZE -sample SIZE -crop SIZE -extent SIZE -gravity NAME -geometry SIZE -quality N -density N -rotate N -background COLOR -fill COLOR -stroke COLOR -strokewidth N -font NAME -pointsize N -annotate SPEC -draw TEXT -depth N -colors N -colorspace NAME -type NAME -format FORMAT -size SIZE -delay N -loop N -dispose NAME -blur SIZE -sharpen SIZE -unsharp SIZE -level RANGE -modulate TEXT -brightness-contrast TEXT -gamma N -threshold N -fuzz N -transparent COLOR -opaque COLOR -bordercolor COLOR -border SIZE -shave SIZE -splice SIZE -compose NAME -alpha MODE -channel NAME -evaluate OP -define TEXT -interlace NAME -sampling-factor RATIO -compress NAME -units NAME -dither NAME -filter NAME -metric NAME -tile SIZE -label TEXT -frame SIZE -set NAME -limit NAME -distort METHOD -liquid-rescale SIZE -layers METHOD -virtual-pixel METHOD -morphology METHOD -page SIZE -swap N -delete N -clone N -posterize N -sepia-tone N -roll SIZE -shear SIZE'

const imageSwitches =
  '-strip -flip -flop -trim -negate -normalize -auto-orient -auto-level -auto-gamma -equalize -enhance -despeckle -flatten -coalesce -append +append -monochrome -verbose -quiet -ping -version -list -adjoin +adjoin -antialias +antialias +repage -repage -transpose -transverse -mosaic -unique-colors -identify -reverse -duplicate -regard-warnings -subimage-search -contrast -shadow -matte'

/** To ImageMagick, names such as `label:`, `|command` and `@list` are not files: only colours and text are harmless. */
const withCoders = (table: Program): Program => ({
  ...table,
  custom: call => {
    const [first] = call.args
    const isFront = call.name === 'magick' || call.name === 'gm'
    const own = isFront && first !== undefined && tools.has(wordText(first))
    const args = (own ? call.args.slice(1) : call.args).filter(arg => arg !== '(' && arg !== ')')
    for (const arg of args) {
      const text = knownPrefix(arg)
      if (/^(\||@|[a-z][a-z0-9]*:)/i.test(text) && !harmlessCoder.test(text))
        call.opaque(`a file name with a special meaning to ImageMagick: \`${wordText(arg)}\``)
    }
    applyTable(own && first === 'identify' ? identify : table, {
      ...call,
      args: args.filter(arg => !harmlessCoder.test(knownPrefix(arg))),
    })
  },
})

const tools = new Set(['convert', 'identify', 'compare', 'composite', 'montage', 'mogrify'])
const harmlessCoder = /^(xc|canvas|gradient|radial-gradient|plasma|label|caption|pattern|null|info):(?!@)/i

const identify: Program = {
  tier: 'read',
  singleDash: true,
  options: { [imageOptions]: 'plain', [imageSwitches]: 'plain' },
  operands: 'read',
}

const images: Program = {
  tier: 'write',
  singleDash: true,
  options: {
    [imageOptions]: 'plain',
    [imageSwitches]: 'plain',
    '-write FILE +write FILE': 'write',
    '-mask FILE -texture FILE -profile FILE -tint FILE -remap FILE': 'read',
  },
  operands: ['read...', 'write'],
}

const tesseract: Program = {
  tier: 'write',
  options: {
    '--tessdata-dir=DIR --user-words=FILE --user-patterns=FILE': 'read',
    '-c SETTING': { 'debug_file=*': 'opaque a file to write', '*': 'plain' },
    '-l LANG --psm N --oem N --dpi N': 'plain',
    '--list-langs --print-parameters -v': 'prints',
  },
}

/** The second word is the prefix of the output files' names; `-` prints the result. */
const readsText = (call: ProgramCall): void => {
  const [, result = ''] = sortArguments(call.args, compileProgram(tesseract)).operands
  const prints = result === '-' || result === 'stdout'
  applyTable({ ...tesseract, operands: ['read', prints ? 'plain' : 'write prefix', 'plain...'] }, call)
}

/** Tools that read images, sound, video and pages, and those that convert between formats. */
export const media: Programs = {
  tesseract: {
    ...tesseract,
    custom: readsText,
    examples: { 'tesseract a.png -': 'read a.png', 'tesseract a.png /srv/out': ['read a.png', 'write /srv/out*'] },
  },
  ffmpeg: {
    ...ffmpeg,
    examples: {
      'ffmpeg -i in.mp4 -c:v libx264 out.webm': ['read in.mp4', 'write out.webm'],
      'ffmpeg -i in.mp4 -f flv rtmp://live.example/k': ['read in.mp4', 'connect live.example sends'],
      'ffmpeg -i file:/etc/shadow x.txt': ['opaque an address that ffmpeg opens: `file:/etc/shadow`', 'write x.txt'],
      'ffmpeg -f x11grab -i x out.mp4': [
        'opaque a recording of the screen, camera or microphone: `x11grab`',
        'read x',
        'write out.mp4',
      ],
      'ffmpeg -af ladspa=f=/tmp/x.so -i a b': ['opaque a filter plugin: `ladspa=f=/tmp/x.so`', 'read a', 'write b'],
    },
  },
  'ffprobe ffplay': {
    tier: 'read',
    singleDash: true,
    options: {
      ...ffmpegInput,
      '-show_entries LIST -select_streams SPEC -of FORMAT -print_format FORMAT -read_intervals LIST -sections LIST':
        'plain',
      '-show_format -show_streams -show_frames -show_packets -show_chapters -show_programs -show_error -count_frames -count_packets -pretty -nodisp -autoexit':
        'plain',
      '-o FILE': 'write',
      '-vf FILTER -af FILTER': filters,
    },
    operands: {
      '-': 'plain',
      '*://*': 'connect',
      '*:*': 'opaque an address that ffmpeg opens',
      '*': 'read',
    },
    examples: {
      'ffprobe -v error -show_format in.mp4': 'read in.mp4',
      'ffprobe https://e.example/a': 'connect e.example',
    },
  },
  'convert magick montage composite compare': {
    ...withCoders(images),
    examples: {
      'convert in.png -resize 50% out.png': ['read in.png', 'write out.png'],
      'magick identify a.png': 'read a.png',
      "convert '|id' out.png": [
        'opaque a file name with a special meaning to ImageMagick: `|id`',
        'read |id',
        'write out.png',
      ],
      "magick identify '|id'": ['opaque a file name with a special meaning to ImageMagick: `|id`', 'read |id'],
      'convert -size 10x10 xc:white out.png': 'write out.png',
      'convert msl:/tmp/x out.png': [
        'opaque a file name with a special meaning to ImageMagick: `msl:/tmp/x`',
        'read msl:/tmp/x',
        'write out.png',
      ],
    },
  },
  identify: { ...withCoders(identify), examples: { 'identify -verbose a.png': 'read a.png' } },
  mogrify: {
    ...withCoders({ ...images, options: { ...images.options, '-path DIR': 'write' }, operands: 'write' }),
    examples: { 'mogrify -format webp a.png': 'write a.png' },
  },
  'cwebp dwebp avifenc avifdec cjxl djxl heif-convert': {
    tier: 'write',
    singleDash: true,
    options: {
      '-o FILE': 'write',
      '-q N -m N -z N -size N -resize N -crop N -preset NAME -s N -j N -d N -e N -quality N': 'plain',
      '-lossless -quiet -v -progress -mt -noalpha -version -h': 'plain',
    },
    operands: 'write',
    examples: { 'cwebp -q 80 in.png -o out.webp': ['write in.png', 'write out.webp'] },
  },
  'pngquant optipng oxipng jpegoptim pngcrush gifsicle zopflipng': {
    tier: 'write',
    options: {
      '-o FILE --output=FILE --out=FILE -d DIR --dest=DIR --dir=DIR': 'write',
      '--ext=TEXT --quality=RANGE --speed=N -m N --max=N --size=N --strip=WHAT --colors=N --delay=N --optimize[=N] -O[N]':
        'plain',
      '-f --force -v --verbose -q --quiet -s --strip-all --all-progressive --skip-if-larger -k --keep -p --preserve -n --noaction -b --batch -i --info -l --loop --nofs -a -r --recursive':
        'plain',
    },
    operands: { '-': 'plain', '*': 'write' },
    examples: { 'pngquant in.png': 'write in.png' },
  },
  'rsvg-convert inkscape': {
    tier: 'write',
    options: {
      '-o FILE --output=FILE --export-filename=FILE': 'write',
      '-w N --width=N -h N --height=N -z N --zoom=N -d N --dpi-x=N -f FORMAT --format=FORMAT -b COLOR --background-color=COLOR -a --keep-aspect-ratio --export-type=TYPE --export-width=N --export-height=N --export-dpi=N --export-id=ID --export-area-drawing --export-area-page --export-plain-svg --export-background=COLOR --export-background-opacity=N --without-gui --pipe -V':
        'plain',
    },
    operands: 'read',
    examples: { 'inkscape a.svg --export-filename=a.png': ['read a.svg', 'write a.png'] },
  },
  exiftool: {
    tier: 'read',
    singleDash: true,
    options: {
      '-config FILE -@ FILE': 'opaque options or code from a file',
      '-if EXPRESSION -p FORMAT -api OPTION -execute': 'opaque an expression that exiftool runs as Perl',
      '-o FILE': ['write', 'tier write'],
      '-w EXT -W FORMAT -geotag FILE -tagsFromFile FILE -csv=FILE -json=FILE': ['operands write', 'tier write'],
      '-delete_original -overwrite_original -overwrite_original_in_place -P': ['operands write', 'tier write'],
      '-r': 'recursive',
      '-a -s -S -s3 -s2 -G -G1 -g -g1 -j -json -csv -X -n -e -b -t -T -h -H -D -v -ver -u -U -list -ee -fast -fast2 -q -m -f':
        'plain',
      '-d FORMAT -c FORMAT -ext EXT -x TAG -i DIR -charset NAME -lang NAME': 'plain',
      // Other options name tags; one with a value sets the tag.
      '-all=VALUE': ['operands write', 'tier write'],
    },
    operands: 'read',
    examples: {
      'exiftool photo.jpg': 'read photo.jpg',
      'exiftool -all= photo.jpg': 'write photo.jpg',
      'exiftool -if "system(1)" a.jpg': ['opaque an expression that exiftool runs as Perl: `system(1)`', 'read a.jpg'],
    },
  },
  'pdfinfo pdffonts pdfgrep mediainfo soxi jpeginfo webpinfo pngcheck': {
    tier: 'read',
    options: {
      '-f N -l N -opw TEXT -upw TEXT -e PATTERN --Output=FORMAT --Inform=FORMAT -m N -A N -B N -C N': 'plain',
      '--LogFile=FILE': 'write',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'pdfinfo doc.pdf': 'read doc.pdf' },
  },
  'pdftotext pdftohtml pdftoppm pdftocairo pdfimages pdfseparate pdfunite': {
    tier: 'write',
    singleDash: true,
    options: {
      '-f N -l N -r N -x N -y N -W N -H N -enc NAME -eol NAME -opw TEXT -upw TEXT -scale-to N -scale-to-x N -scale-to-y N -jpegopt TEXT -tiffcompression NAME':
        'plain',
      '-layout -raw -nopgbrk -bbox -htmlmeta -table -simple -lineprinter -fixed -q -png -jpeg -tiff -svg -pdf -ps -gray -mono -cropbox -singlefile -all -list -p -j -s -i -noframes -stdout -xml -c -nodrm -v -h':
        'plain',
    },
    operands: { '-': 'plain', '*': 'write' },
    examples: { 'pdftotext -layout doc.pdf -': 'write doc.pdf' },
  },
  qpdf: {
    tier: 'write',
    options: {
      '--check --show-npages --show-encryption --show-xref --show-pages --list-attachments --json[=V] --requires-password --is-encrypted':
        'dry run',
      '--password=TEXT --object-streams=MODE --stream-data=MODE --decode-level=LEVEL --rotate=SPEC --split-pages[=N] --compress-streams=FLAG':
        'plain',
      '--empty --pages --linearize --replace-input --decrypt --encrypt --qdf --overlay --underlay --warning-exit-0 --verbose --optimize-images':
        'plain',
    },
    operands: 'write',
    examples: { 'qpdf --check a.pdf': [], 'qpdf --linearize a.pdf b.pdf': ['write a.pdf', 'write b.pdf'] },
  },
  sox: {
    tier: 'write',
    options: {
      '-t TYPE': { 'alsa pulseaudio coreaudio oss waveaudio sndio ao': 'opaque a microphone recording', '*': 'plain' },
      '-r N -b N -c N -e NAME -v N -C N': 'plain',
      '-n -q -S -V[LEVEL] -D -G -L -B': 'plain',
    },
    operands: { '-': 'plain', '|*': 'opaque a command instead of a file', '*': 'write' },
    examples: { 'sox in.wav out.mp3': ['write in.wav', 'write out.mp3'] },
  },
  'dot neato twopi circo fdp sfdp osage patchwork': {
    tier: 'read',
    options: {
      '-o FILE': ['write', 'tier write'],
      '-O': ['operands write', 'tier write'],
      '-T TYPE -G TEXT -N TEXT -E TEXT -K NAME -s[N] -y -V -v -q[N] -n[N] -x -?': 'plain',
      '-l FILE': 'read',
    },
    operands: 'read',
    examples: {
      'dot -Tpng graph.dot -o graph.png': ['read graph.dot', 'write graph.png'],
      'dot -Tsvg graph.dot': 'read graph.dot',
    },
  },
  'plantuml mmdc svgo d2': {
    tier: 'execute',
    code: 'project',
    singleDash: true,
    options: {
      '-o FILE --output FILE -output FILE -odir DIR': 'write',
      '-i FILE --input FILE': { '-': 'plain', '*': 'read' },
      '-config FILE --config FILE -c FILE -p FILE --puppeteerConfigFile FILE --configFile FILE': 'code',
      '-t NAME --theme NAME -b COLOR --backgroundColor COLOR -w N -H N -s N --scale N --width N --height N --layout NAME -f DIR --folder DIR':
        'plain',
    },
    otherOptions: 'plain',
    operands: 'write',
    examples: { 'mmdc -i a.mmd -o a.svg': ['read a.mmd', 'write a.svg'] },
  },
}
