'use strict'
// Asks the server for the answer to one request; loaded only where a server has its socket. Both sides send JSON, one line each: the
// request, then `accepted`, then `wait` each time a question is shown or extended, and at last `answer`.
const net = require('node:net')

/** How long a server may take to accept a request. One that is busy or hangs is left alone: the hook answers itself. */
const acceptMs = 3_000

module.exports = ({ path, request, onCold, onWait, onAnswer, onLost }) => {
  let isAccepted = false
  let isOver = false
  let text = ''
  const socket = net.connect(path)
  const slow = setTimeout(() => over(onCold), acceptMs)

  function over(then) {
    if (isOver) return
    isOver = true
    clearTimeout(slow)
    socket.destroy()
    then()
  }

  function read(line) {
    const { accepted, wait, answer } = JSON.parse(line)
    if (accepted === true) {
      isAccepted = true
      clearTimeout(slow)
    }
    if (typeof wait === 'number') onWait(wait)
    if (answer !== undefined) over(() => onAnswer(answer))
  }

  const lost = () => over(isAccepted ? onLost : onCold)
  socket.setEncoding('utf8')
  socket.on('error', lost)
  socket.on('close', lost)
  socket.on('data', part => {
    const lines = (text + part).split('\n')
    text = lines.pop()
    try {
      for (const line of lines) if (!isOver) read(line)
    } catch {
      lost()
    }
  })
  socket.write(`${JSON.stringify(request)}\n`)
}
