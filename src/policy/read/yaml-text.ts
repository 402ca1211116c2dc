/** A text as a value inside `{ … }`, in quotes where YAML needs them. */
export const yamlText = (text: string): string => (/^[A-Za-z0-9./_][\w./ -]*$/.test(text) ? text : JSON.stringify(text))
