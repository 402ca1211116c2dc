import { render } from 'preact'

const app = document.getElementById('app')
if (app !== null) render(<h1>Sallyport</h1>, app)
