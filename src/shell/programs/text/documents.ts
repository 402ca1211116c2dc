import { applyTable } from '../engine/apply.ts'
import type { Options, Program, Programs } from '../engine/table.ts'
import { packageReads, projectCode } from '../shared/package-commands.ts'

const pagesGo = '-d DIR --destination=DIR --dest-dir=DIR --site-dir=DIR --output-dir=DIR -o DIR --output=DIR'

/** Options for the output directory and configuration of site generators. */
const pages: Options = {
  [pagesGo]: 'write',
  '-c FILE -f FILE --config=FILE --config-file=FILE': 'code',
  '-s DIR --source=DIR -r DIR --root=DIR': 'cwd',
  '-b NAME -E -j N -D SETTING -t NAME -w FILE --port=N -e NAME --environment=NAME --baseURL=URL --baseurl=URL --base-url=URL -u URL --theme=NAME':
    'plain',
  // A port; for jekyll, the plugin directory.
  '-p N --plugins=DIR --themesDir=DIR': 'may name code',
  '--bind=ADDRESS --host=ADDRESS -a ADDRESS -i ADDRESS --interface=ADDRESS -H ADDRESS -n ADDRESS': {
    '0.0.0.0* :*': 'change network/network',
    '*': 'plain',
  },
}

const site: Program = {
  tier: 'execute',
  code: 'project',
  options: pages,
  otherOptions: 'plain',
  operands: {
    'gh-deploy': 'change registry/deploy',
    deploy: 'change registry/deploy',
    '/*': 'code',
    '../*': 'code',
    '*': 'plain',
  },
}

/** Generators that empty the output directory first. */
const emptyingSite: Program = { ...site, options: { ...pages, [pagesGo]: 'empty' } }

/** Typesetting and site generators: they turn the project's sources into pages. */
export const documents: Programs = {
  // Sources can only start programs if a flag allows it.
  'pdflatex xelatex lualatex latex tex pdftex platex uplatex': {
    tier: 'write',
    singleDash: true,
    options: {
      '-shell-escape --shell-escape -enable-write18 --enable-write18': 'opaque programs that a document may start',
      '-output-directory DIR -aux-directory DIR': 'write',
      '-interaction MODE -jobname NAME -fmt NAME -synctex N -output-format NAME -max-print-line N --interaction MODE --output-directory DIR':
        'plain',
      '-halt-on-error -file-line-error -draftmode -no-shell-escape -shell-restricted -recorder -quiet -version --halt-on-error --no-shell-escape':
        'plain',
    },
    operands: { '\\*': 'opaque TeX in an argument', '*': 'read' },
    examples: {
      'pdflatex -interaction=nonstopmode main.tex': 'read main.tex',
      'pdflatex -shell-escape main.tex': ['opaque programs that a document may start', 'read main.tex'],
      "pdflatex '\\input{x}'": 'opaque TeX in an argument: `\\input{x}`',
    },
  },
  makeglossaries: {
    tier: 'write',
    options: {
      '-m PROGRAM -x PROGRAM -b PROGRAM': 'run',
      '-d DIR': 'cwd',
      '-L NAME -c NAME -p N -t FILE -o FILE -s FILE -q -Q -k -n': 'plain',
    },
    operands: 'read',
    examples: { 'makeglossaries main': 'read main', 'makeglossaries -m ./x main': ['run ./x', 'read main'] },
  },
  'biber makeindex chktex': {
    tier: 'write',
    options: {
      '-o FILE -O FILE --output=FILE --output-file=FILE --output_file=FILE --output-directory=DIR --output_directory=DIR --logfile=FILE':
        'write',
      '-g FILE --configfile=FILE -s FILE -l FILE --localrc=FILE --input-directory=DIR --input_directory=DIR': 'read',
    },
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'biber main': 'read main', 'chktex -o a b.tex': ['write a', 'read b.tex'] },
  },
  'bibtex lacheck detex texcount kpsewhich': {
    tier: 'write',
    otherOptions: 'plain',
    operands: 'read',
    examples: { 'bibtex main': 'read main' },
  },
  'latexmk tectonic typst': {
    tier: 'execute',
    code: 'project',
    singleDash: true,
    options: {
      '-e CODE -pdflatex COMMAND -latex COMMAND -xelatex COMMAND -lualatex COMMAND -usepretex CODE -r FILE':
        'opaque code that runs during the build',
      '-shell-escape -Z OPTION': 'opaque programs that a document may start',
      '-outdir DIR -output-directory DIR -auxdir DIR --outdir DIR -o DIR': 'write',
      '-C -c': 'plain',
    },
    otherOptions: 'plain',
    commands: {
      fonts: packageReads,
      'compile c watch w': { ...projectCode, operands: ['code', 'write'] },
      'query eval': projectCode,
    },
    operands: 'plain',
    examples: {
      'latexmk -pdf main.tex': [],
      "latexmk -e 'system(1)' main.tex": 'opaque code that runs during the build: `system(1)`',
      'typst compile main.typ': 'read main.typ',
      'typst compile main.typ out.pdf': ['read main.typ', 'write out.pdf'],
    },
  },
  hugo: {
    ...site,
    custom: call => applyTable(call.args.includes('--cleanDestinationDir') ? emptyingSite : site, call),
    examples: {
      'hugo --minify': [],
      'hugo server --bind 0.0.0.0': 'change network/network 0.0.0.0',
      'hugo -d out': 'write out',
      'hugo --cleanDestinationDir -d src': ['write src', 'delete src'],
    },
  },
  'jekyll bridgetown mkdocs zola mdbook middleman': {
    ...emptyingSite,
    examples: {
      'mkdocs build': [],
      'jekyll build -p /tmp/x': 'opaque `jekyll` may run or write a file outside the project: `/tmp/x`',
      'mkdocs serve -p 8001': [],
      'mkdocs gh-deploy': 'change registry/deploy gh-deploy',
      'jekyll build -d src': ['write src', 'delete src'],
    },
  },
  'eleventy gitbook sphinx-autobuild sphinx-apidoc sphinx-quickstart antora hexo pelican nikola vitepress': {
    ...site,
    options: { ...pages, '--pre-build=COMMAND --post-build=COMMAND': 'run' },
    examples: {
      'eleventy --output=out': 'write out',
      "sphinx-autobuild --pre-build 'rm x' docs out": ['run rm x', 'delete x'],
    },
  },
  // The source directory contains `conf.py`, which is code.
  'sphinx-build': {
    tier: 'execute',
    code: 'project',
    options: {
      '-M NAME': { clean: 'opaque a directory that it empties', '*': 'plain' },
      '-c DIR --conf-dir=DIR': 'code',
      '-d DIR --doctree-dir=DIR': 'write below',
      '-w FILE --warning-file=FILE': 'write',
      '-D SETTING --define=SETTING': {
        'language=* version=* release=* project=* html_theme=* nitpicky=* todo_include_todos=*': 'plain',
        '*': 'opaque a setting that may load code',
      },
      '-b NAME --builder=NAME -j N --jobs=N -t TAG --tag=TAG -A TEXT --html-define=TEXT': 'plain',
      '-a --write-all -E --fresh-env -C --isolated -n --nitpicky -v --verbose -q --quiet -Q --silent -W --fail-on-warning --keep-going -T --show-traceback --color -N --no-color --exception-on-warning':
        'plain',
    },
    operands: ['code', 'write below', 'plain...'],
    examples: {
      'sphinx-build -b html docs out': ['read docs', 'write out/*'],
      'sphinx-build -W -b html docs /srv/www': ['read docs', 'write /srv/www/*'],
      'sphinx-build -b html /tmp/x out': ['read /tmp/x', 'opaque code in `/tmp/x`', 'write out/*'],
      'sphinx-build -D extensions=evil docs out': [
        'opaque a setting that may load code: `extensions=evil`',
        'read docs',
        'write out/*',
      ],
    },
  },
  'asciidoctor asciidoctor-pdf asciidoc rst2html rst2html.py markdown kramdown redcarpet marked': {
    tier: 'write',
    options: {
      '-r NAME --require=NAME -I DIR --load-path=DIR -T DIR --template-dir=DIR':
        'opaque code that runs during the conversion',
      '-o FILE --out-file=FILE --output=FILE -D DIR --destination-dir=DIR': { '-': 'plain', '*': 'write' },
      '-b NAME --backend=NAME -d NAME --doctype=NAME -a TEXT --attribute=TEXT -B DIR --base-dir=DIR -S MODE --safe-mode=MODE --input=NAME -i NAME':
        'plain',
      '-e --embedded -n -q --quiet -v --verbose -w -t --safe --trace --gfm -s --stdin': 'plain',
    },
    operands: 'read',
    examples: { 'asciidoctor README.adoc': 'read README.adoc' },
  },
  // Its configuration names filters that it runs.
  'doxygen jsdoc typedoc javadoc yard rdoc phpdoc ldoc pdoc pydoctor': {
    tier: 'execute',
    code: 'project',
    options: {
      '-d DIR -o DIR --output=DIR --output-dir=DIR --out=DIR --destination=DIR -t DIR --target=DIR': 'write',
      '-c FILE --configure=FILE --config=FILE --options=FILE --plugin=NAME': { '*/*': 'code', '*': 'plain' },
    },
    otherOptions: 'plain',
    operands: { '/* ../* */../*': 'code', '*': 'plain' },
    examples: { 'doxygen Doxyfile': [], 'doxygen /tmp/D': ['read /tmp/D', 'opaque code in `/tmp/D`'] },
  },
  'msgfmt msgmerge msginit msgcat msgunfmt msgattrib xgettext pybabel': {
    tier: 'write',
    options: {
      '-o FILE --output-file=FILE --output=FILE -d DIR -D NAME --directory=DIR -p DIR --output-dir=DIR': 'write',
      '-l NAME --locale=NAME -L NAME --language=NAME -k[WORD] --keyword[=WORD] --from-code=NAME --package-name=NAME --package-version=TEXT --copyright-holder=TEXT -c[TAG] --add-comments[=TAG] -i FILE --input=FILE -F FILE':
        'plain',
      '-f FILE --files-from=FILE': 'read',
      '-c -C -v -U --update --backup=HOW --check --statistics --no-wrap --no-location --sort-output --no-fuzzy-matching -n -s -j --join-existing --untranslated --translated --fuzzy':
        'plain',
    },
    operands: { 'extract init update compile': 'plain', '*': 'write' },
    examples: { 'msgfmt a.po -o a.mo': ['write a.po', 'write a.mo'] },
  },
}
