import { definePage } from '../../../lib/page.ts'
import { searchText } from '../../../lib/search.ts'

export const login = definePage({
  path: '/user/login',
  title: { zh: '登录', en: 'Sign in' },
  area: 'public',
  search: { redirect: searchText },
  load: () => import('./login.tsx'),
})

export const sso = definePage({
  path: '/user/sso',
  title: { zh: '单点登录', en: 'Single sign-on' },
  area: 'public',
  // What the provider sends back with, beside where to go afterwards.
  search: { redirect: searchText, state: searchText, code: searchText, iss: searchText, error: searchText },
  load: () => import('./sso.tsx'),
})

export const register = definePage({
  path: '/user/register',
  title: { zh: '注册', en: 'Register' },
  area: 'public',
  load: () => import('./register.tsx'),
})

export const registerResult = definePage({
  path: '/user/register-result',
  title: { zh: '注册结果', en: 'Registration result' },
  area: 'public',
  search: { username: searchText, company: searchText, code: searchText },
  load: () => import('./register-result.tsx'),
})

export const pages = [login, sso, register, registerResult]
