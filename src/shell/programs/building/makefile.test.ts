import { expect, test } from 'vitest'
import { recipesOf } from './makefile.ts'

const text = [
  'CC = gcc',
  'FLAGS := -O2 $(EXTRA)',
  'EXTRA ?= -g',
  '.PHONY: all clean',
  'all: app docs # everything',
  'app: main.c',
  '\t@$(CC) ${FLAGS} \\',
  '\t  -o $@ main.c',
  'docs:',
  '\techo $$HOME',
  'clean:',
  '\t-rm -rf build',
].join('\n')

test.each([
  [[], ['gcc -O2 -g  -o app main.c', 'echo $HOME']],
  [['clean'], ['rm -rf build']],
  [['missing'], []],
])('the commands of the targets %j', (targets, lines) => expect(recipesOf(text, targets)).toEqual({ lines }))

test.each([
  ['X := $(shell id)\nall:\n\techo'],
  ['X != id\nall:\n\techo'],
  ['include other.mk\nall:\n\techo'],
  ['SHELL = /tmp/sh\nall:\n\techo'],
  ['.SHELLFLAGS = -x\nall:\n\techo'],
  ['ifdef X\nall:\n\techo\nendif'],
  ['all:\n\techo $(wildcard *)'],
  ['all:\n\techo $(UNSET)'],
  ['all: ; id'],
  ['A = $(A)\nall:\n\t$(A)'],
  ['%.o: %.c\n\tgcc'],
])('a makefile that is not plain: %j', given => expect(recipesOf(given, [])).toHaveProperty('why'))
