import { type Category, categories } from './descriptor.ts'

/** The category that a name stands for, in either spelling of the documents (C22); null if there is none. */
export const categoryOf = (name: unknown): Category | null =>
  name === 'shell'
    ? 'shell_exec'
    : name === 'file'
      ? 'file_write'
      : (categories.find(category => category === name) ?? null)
