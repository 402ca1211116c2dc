/** Whether a text in a secret's place is not a secret: a variable, a template, a type, a mark, an obvious filler. */
export const isPlaceholder = (text: string): boolean =>
  isReference(text) ||
  isTemplate(text) ||
  fillers.has(text.toLowerCase().replace(trailing, '')) ||
  filler.test(text) ||
  isMember(text)

/** Whether a text in a secret's place is the path or address of one, as in `--secret ./key.txt`. */
export const isPath = (text: string): boolean =>
  /^(?:\.{1,2}\/|~\/|file:|https?:\/\/|@)/.test(text) ||
  /^\/[\w.@-]{1,100}\/[\w./@-]{0,400}$/.test(text) ||
  /\.(?:pem|key|crt|txt|json|ya?ml|env)$/i.test(text)

/** Whether a text looks generated rather than written by a person. */
export const looksRandom = (text: string): boolean =>
  (text.length >= 8 && /[0-9]/.test(text) && /[A-Za-z]/.test(text)) ||
  (text.length >= 16 && /[a-z]/.test(text) && /[A-Z]/.test(text))

/** `$TOKEN`, `${TOKEN}`, `$USER:$PASS`, `$(pass show x)`, a command in backticks. */
const isReference = (text: string): boolean =>
  text.startsWith('$(') ||
  text.startsWith('`') ||
  text.startsWith('${{') ||
  /^(?:\$[A-Za-z_]\w{0,100}|\$[0-9@*#?]|\$\{[\w.]{1,100}\}|[-_:./@])+$/.test(text)

/** `<token>`, `{{ token }}`, `{token}`, `%TOKEN%`, `[redacted:jwt]`. */
const isTemplate = (text: string): boolean =>
  /^(?:<[^<>]{0,100}>?|\{\{.{0,100}|\{[\w.]{0,100}\}|%[A-Za-z_]\w{0,100}%|\[[\w: -]{1,60}\])$/.test(text)

const filler = /^[x*.\u2022\u2026_-]{1,200}$/i
const trailing = /[;,)\]}]{1,4}$/

const fillers = new Set([
  ...[
    'true',
    'false',
    'null',
    'none',
    'nil',
    'undefined',
    'yes',
    'no',
    'on',
    'off',
    'required',
    'optional',
    'include',
    'omit',
    'same-origin',
  ],
  ...[
    'string',
    'number',
    'boolean',
    'bool',
    'str',
    'int',
    'bytes',
    'buffer',
    'any',
    'unknown',
    'object',
    'text',
    'varchar',
    'never',
    'void',
  ],
])

/** `process.env.TOKEN`, `self.password`, `req.body.token`: code that refers to a secret. */
const isMember = (text: string): boolean =>
  /^(?:process|self|this|config|settings|env|os|args|opts|options|req|request|ctx|props|params|import|secrets|vars?|data|input|user)(?:\.[A-Za-z_$][\w$]{0,60}){1,6}[;,)]{0,3}$/.test(
    text,
  )
