/** Marks the elements whose kind was not judged yet. */
export const NEW = 'data-new-place'
/** Of so many elements around a text all is of its kind; of those further up only the ground they give. */
const NEAR = 3

/**
 * Contrast is the dearest of axe's questions, and most texts of a page are like one that was judged: same classes, same
 * colours, size and weight, in the same surroundings on the same ground. Each kind is asked until one of it has passed.
 * What axe cannot tell (out of sight, covered) has not passed. Language and content make no kind; a style of its own does.
 */
export const NEW_PLACES = `(() => {
  const passed = new Set()
  let kinds = new Map()
  let memory = new Map()
  const once = (describe, place) => element => {
    const known = memory.get(element) ?? memory.set(element, []).get(element)
    return (known[place] ??= describe(element))
  }
  const CLEAR = 'rgba(0, 0, 0, 0)'
  const ground = once(element => {
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element)
    return backgroundColor === CLEAR && backgroundImage === 'none' && opacity === '1' ? '' : backgroundColor + backgroundImage + opacity
  }, 0)
  const look = once(element => {
    const { color, fontSize, fontWeight, textShadow, filter } = getComputedStyle(element)
    return [element.localName, element.getAttribute('class'), color, fontSize, fontWeight, textShadow, filter, ground(element)].join('|')
  }, 1)
  const above = once(element => (element === null ? '' : ground(element) + above(element.parentElement)), 2)
  // What lies over or under a text without being around it stands beside it, or beside what is around it.
  const beside = element =>
    [element.previousElementSibling, element.nextElementSibling].map(each => each?.getAttribute('style') ?? '').join('|')
  const kindOf = element => {
    let kind = ''
    let at = element
    for (let steps = 0; at !== null && steps <= ${NEAR}; steps += 1, at = at.parentElement) kind += '<' + look(at) + beside(at)
    return kind + '<' + above(at)
  }
  const isText = node => node.nodeType === Node.TEXT_NODE && node.data.trim() !== ''
  const hasText = element => /^(input|select|textarea)$/.test(element.localName) || [...element.childNodes].some(isText)
  window.newPlaces = {
    mark(root) {
      for (const part of document.querySelectorAll(root))
        for (const element of [part, ...part.querySelectorAll('*')]) {
          if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) continue
          const kind = kindOf(element)
          if (passed.has(kind)) continue
          kinds.set(element, kind)
          element.setAttribute('${NEW}', '')
        }
    },
    remember(results) {
      for (const { node } of results.find(({ id }) => id === 'color-contrast')?.passes ?? []) passed.add(kinds.get(node.element))
    },
    unmark() {
      for (const element of kinds.keys()) element.removeAttribute('${NEW}')
      kinds = new Map()
      memory = new Map()
    },
  }
})()`
