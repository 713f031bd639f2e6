/** Scripts for the page that measure how long it waited. Timers may be early by the clock's own step. */

/** How long after the last that was said the chat showed its end. */
export const WATCH_CHAT = `(() => {
  const log = document.querySelector('[role=log]')
  let saidAt = performance.now()
  const waits = []
  new MutationObserver(() => { saidAt = performance.now() }).observe(log.querySelector('ol'), { childList: true })
  log.addEventListener('scroll', () => waits.push(Math.ceil(performance.now() - saidAt) + 1))
  const isAtEnd = () => waits.length > 0 && log.scrollTop + log.clientHeight >= log.scrollHeight - 2
  window.chat = { waits, isAtEnd }
})()`

/** How long after the last change of its place the chart took the width. */
export const WATCH_CHART = `(() => {
  const place = document.querySelector('.wp-chart')
  let changedAt = performance.now()
  const waits = []
  let width = place.clientWidth
  new ResizeObserver(() => {
    if (place.clientWidth === width) return
    width = place.clientWidth
    changedAt = performance.now()
  }).observe(place)
  new MutationObserver(() => waits.push(Math.ceil(performance.now() - changedAt) + 1))
    .observe(place.querySelector('svg'), { attributes: true, attributeFilter: ['width'] })
  window.chart = { waits }
})()`
