import { type Category, categories, otherSpellings } from './descriptor.ts'

/** The category with this name, in either spelling of the documents (C22); null if there is none. */
export const categoryOf = (name: unknown): Category | null =>
  categories.find(category => category === name) ?? otherSpellings.find(([other]) => other === name)?.[1] ?? null
