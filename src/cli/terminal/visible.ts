export { visible } from '../../core/wording/visible.ts'
