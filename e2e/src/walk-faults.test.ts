import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openBrowser } from './browser.ts'
import { type BarrierOptions, findBarriers } from './find-barriers.ts'
import { findTooWide, readLines, searchForeign } from './judge-texts.ts'
import { NEW } from './new-places.ts'
import { checkEarlyEscape, checkFocus, walkAll, walkTo } from './walk-page.ts'

// What the walks look for, planted into a page: a walk that finds nothing proves something only if it would have.
const url = 'http://faults.invalid/'
let browser: Browser
let page: Page
let content: string

beforeAll(async () => {
  browser = await openBrowser()
  page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  const head = '<!doctype html><html lang="en-US"><title>Orders</title>'
  await page.route(`${url}**`, route =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: `${head}<body>${content}` }),
  )
})
afterAll(() => browser.close())
beforeEach(() => {
  content = '<main><h1>Orders</h1></main>'
})

const show = async (inside: string): Promise<void> => {
  content = `<main><h1>Orders</h1>${inside}</main>`
  await page.goto(url)
}

describe('barriers', () => {
  const grey = '<p style="color:#aaa; background:#fff">Delivered</p>'
  const dark = '<p style="color:#555; background:#16191b">Delivered</p>'
  const spaced = '<p style="letter-spacing:.01em !important">Delivered</p>'
  const dots = '<button aria-label="a" style="width:9px; height:9px; padding:0">.</button>'.repeat(3)
  test.each<[string, string, NonNullable<BarrierOptions['rules']>]>([
    ['label', '<input>', 'all'],
    ['button-name', '<button></button>', 'all'],
    ['image-alt', '<img src="data:,">', 'all'],
    ['target-size', dots, 'all'],
    ['aria-required-children', '<div role="listbox"><div role="button">a</div></div>', 'all'],
    ['avoid-inline-spacing', spaced, 'all'],
    ['color-contrast', grey, 'all'],
    ['color-contrast', grey, 'colours'],
    ['color-contrast', dark, 'colours'],
  ])('%s in %s is found where %s is looked for', async (rule, fault, rules) => {
    await show(fault)
    const found = await findBarriers(page, { rules })
    expect(found.map(line => line.split(' ')[0])).toContain(rule)
  })

  describe('where contrast is asked once of each kind of place', () => {
    const look = (): Promise<string[]> => findBarriers(page, { rules: 'colours', isWalk: true })
    const add = (more: string): Promise<void> =>
      page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', ${JSON.stringify(more)})`)
    const style = `<style>
      .pale { color: #aaa } .night { background: #222 } .low { position: absolute; background: #222; inset: 0 }
      .cover { position: absolute; background: #fff; left: 0; width: 300px; height: 200px; top: 0 }
    </style>`
    const known =
      '<section><div><p class="line">Sent</p></div><div style="position:relative"><i></i><b class="line">On</b></div></section>'

    test('what passed is not asked again', async () => {
      await show(style + known)
      expect(await look()).toEqual([])
      await add(known)
      const marked = `newPlaces.mark('body'); [...document.querySelectorAll('[${NEW}]')].map(each => each.textContent)`
      expect(await page.evaluate(marked)).toEqual([])
      await add('<p class="other">Else</p>')
      expect(await page.evaluate(marked)).toEqual(['Else'])
    })

    test.each([
      ['a class', '<div><p class="line pale">Sent</p></div>'],
      ['a style', '<div><p class="line" style="color:#aaa">Sent</p></div>'],
      ['the ground', '<div class="night"><p class="line">Sent</p></div>'],
      [
        'the ground far above',
        `<div class="night">${'<div>'.repeat(9)}<p class="line">Sent</p>${'</div>'.repeat(9)}</div>`,
      ],
      [
        'something beside',
        '<div style="position:relative"><i class="low"></i><b class="line" style="position:relative">On</b></div>',
      ],
      ['a whole that is pale', '<div style="opacity:.3"><div><div><p class="line">Sent</p></div></div></div>'],
    ])('a fault by %s is found after pages without', async (_, fault) => {
      await show(style + known)
      expect(await look()).toEqual([])
      await add(fault)
      expect((await look()).map(line => line.split(' ')[0])).toEqual(['color-contrast'])
    })

    test('what was covered is asked when it is seen', async () => {
      await show(`${style}<p class="pale">Sent</p><div class="cover"></div>`)
      expect(await look()).toEqual([])
      await page.evaluate("document.querySelector('.cover').remove()")
      expect((await look()).map(line => line.split(' ')[0])).toEqual(['color-contrast'])
    })
  })

  test('a page without any has none', async () => {
    await show('<label>Name <input></label><button>Save the order</button>')
    expect(await findBarriers(page)).toEqual([])
  })
})

describe('texts', () => {
  test.each([
    ['says in zh-CN: 集成方案', '<p>集成方案</p>'],
    ['says in zh-CN: 集成方案', '<button aria-label="集成方案" style="width:40px">x</button>'],
    ['says in pt-BR: Salvar', '<p title="Salvar">x</p>'],
    ['shows "menu.orders"', '<p>menu.orders</p>'],
    ['shows "3 of undefined"', '<p>3 of undefined</p>'],
    ['is punctuated in Chinese: Orders：', '<p>Orders：</p>'],
  ])('%s', async (problem, fault) => {
    await show(fault)
    expect(searchForeign('en-US')(await readLines(page))).toEqual([problem])
  })

  test('evidence and names of languages may be in any', async () => {
    await show('<code>集成方案</code><span lang="zh-CN">集成方案</span><p hidden>集成方案</p><p>Save</p>')
    expect(searchForeign('en-US')(await readLines(page))).toEqual([])
  })

  test('a page wider than its window and a cut button are found', async () => {
    await show(
      '<div style="width:1500px">x</div><button style="width:30px; white-space:nowrap">Save the order</button>',
    )
    expect(await findTooWide(page)).toEqual(['is 1508 px wide', 'does not fit: Save the order'])
  })
})

describe('dialogs', () => {
  interface Faults {
    readonly focus?: 'b'
    readonly isLate?: boolean
    readonly keepsFocus?: boolean
    /** A drawer that was closed before, and a change in the page before the dialog shows. */
    readonly hasHidden?: boolean
  }
  const stop = { name: 'dialog', path: '/orders', press: ['#open'] }
  const open = ({ focus, isLate, keepsFocus, hasHidden }: Faults): Promise<void> =>
    show(`<button id="open">Open</button>${hasHidden ? '<div role="dialog" style="display:none">Closed</div>' : ''}
      <script>
        const opener = document.getElementById('open')
        opener.onclick = () => {
          opener.append('.')
          setTimeout(() => {
            const dialog = document.createElement('div')
            dialog.setAttribute('role', 'dialog')
            dialog.innerHTML = '<input aria-label="a"><input aria-label="b">'
            document.body.append(dialog)
            dialog.querySelector('[aria-label=${focus ?? 'a'}]').focus()
            const hear = event => {
              if (event.key !== 'Escape') return
              removeEventListener('keydown', hear)
              dialog.remove()
              if (${!keepsFocus}) opener.focus()
            }
            const listen = () => addEventListener('keydown', hear)
            if (${Boolean(isLate)}) setTimeout(listen, 100)
            else listen()
          }, 50)
        }
      </script>`)
  const EARLY_MS = 1000

  test('one that does all it should has no problem, whatever else is hidden in the page', async () => {
    await open({ hasHidden: true })
    expect(await checkEarlyEscape(page, stop, EARLY_MS)).toEqual([])
    await walkTo(page, stop)
    expect(await checkFocus(page)).toEqual([])
  })

  test('one that listens late misses an early Escape', async () => {
    await open({ isLate: true })
    expect(await checkEarlyEscape(page, stop, EARLY_MS)).toEqual(['stays open after an early Escape'])
  })

  test.each<[Faults, string]>([
    [{ focus: 'b' }, 'opens with the focus on <input aria-label="b">'],
    [{ keepsFocus: true }, 'leaves the focus on <body>'],
  ])('%j is found', async (faults, problem) => {
    await open(faults)
    await walkTo(page, stop)
    expect(await checkFocus(page)).toEqual([expect.stringContaining(problem.slice(0, -1))])
  })

  test('a page is drawn once, however often something is pressed there', async () => {
    await open({})
    await page.evaluate("gone = []; addEventListener('popstate', () => gone.push(location.pathname + location.search))")
    await walkTo(page, stop)
    expect(await checkEarlyEscape(page, stop, EARLY_MS)).toEqual([])
    await walkTo(page, stop)
    await walkTo(page, { path: '/orders?tab=lines' })
    await walkTo(page, stop)
    expect(await page.evaluate('gone')).toEqual(['/orders', '/orders?tab=lines', '/orders'])
  })

  test('a stop that fails is named, and the walk goes on', async () => {
    await open({})
    const wrong = { name: 'wrong', path: '/orders' }
    const problems = await walkAll([wrong, stop], async each => {
      if (each === wrong) throw new Error('shows no #open')
      await walkTo(page, each)
      return ['was reached']
    })
    expect(problems).toEqual(['wrong: shows no #open', 'dialog: was reached'])
  })
})
