/** A string as a YAML value inside `{ … }`, quoted if needed. */
export const yamlText = (text: string): string => (/^[A-Za-z0-9./_][\w./ -]*$/.test(text) ? text : JSON.stringify(text))
