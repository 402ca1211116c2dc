export * from '../../core/code.ts'
