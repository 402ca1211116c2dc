#!/usr/bin/env node
import { runCommandLine } from './run-command-line.ts'

void runCommandLine(process.argv.slice(2))
