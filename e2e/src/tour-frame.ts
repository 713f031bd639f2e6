import { POPUP, type Stop, type Stops } from './tour-stop.ts'

/** What can be seen without a sign-in. */
export function listPublic(): Stops {
  return {
    '/user/login': [{ name: 'login', path: '/user/login' }],
    '/user/sso': [{ name: 'sso', path: '/user/sso' }],
    '/user/register': [{ name: 'register', path: '/user/register' }],
    '/user/register-result': [
      { name: 'register-result', path: '/user/register-result?username=wang.li&company=Weir&code=W-4711' },
    ],
  }
}

/** The frame around every page. */
export function listFrame(): Stops {
  const path = '/workplace'
  const open = (name: string, selector: string, opens?: string): Stop => ({
    name,
    path,
    press: [`.sh-header ${selector}`],
    ...(opens !== undefined && { opens }),
  })
  return {
    [path]: [
      { name: 'workplace', path },
      { name: 'workplace-arrange', path, press: ['.ant-btn:has(.anticon-layout)'] },
      open('palette', 'button:has(.anticon-search)'),
      open('assistant', 'button:has(.anticon-robot)', POPUP),
      open('notices', 'button:has(.anticon-bell)', POPUP),
      open('user-menu', '.sh-user', POPUP),
      open('settings', 'button:has(.anticon-setting)'),
    ],
    '*': [{ name: 'not-found', path: '/nowhere' }],
  }
}
