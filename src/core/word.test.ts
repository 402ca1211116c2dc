import { describe, expect, test } from 'vitest'
import { type Hole, isKnown, joinWords, knownPrefix, makeWord, mapPrefix, wordText } from './word.ts'

const hole: Hole = { hole: '$x', yields: 'text' }

describe('words with holes', () => {
  test('adjacent texts are joined, and a word without holes is a plain string', () => {
    expect(makeWord(['a', 'b', ''])).toBe('ab')
    expect(makeWord([])).toBe('')
    expect(makeWord(['a', 'b', hole, 'c'])).toEqual({ parts: ['ab', hole, 'c'] })
  })

  test('a person reads the hole in its source spelling', () => {
    expect(wordText(makeWord(['a/', hole, '.txt']))).toBe('a/$x.txt')
  })

  test('only the text before the first hole is known', () => {
    expect(knownPrefix('abc')).toBe('abc')
    expect(knownPrefix(makeWord(['a/', hole]))).toBe('a/')
    expect(knownPrefix(makeWord([hole, 'a']))).toBe('')
  })

  test('the known start can be changed', () => {
    expect(mapPrefix(makeWord(['~/', hole]), text => text.replace('~', '/h'))).toEqual(makeWord(['/h/', hole]))
    expect(isKnown(mapPrefix('~/x', text => text.replace('~', '/h')))).toBe(true)
  })

  test('words are joined with spaces', () => {
    expect(joinWords(['rm', '-rf', '/'])).toBe('rm -rf /')
    expect(joinWords(['rm', makeWord([hole])])).toEqual({ parts: ['rm ', hole] })
  })
})
