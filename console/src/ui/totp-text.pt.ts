import type { Like } from '../lib/i18n.ts'
import type { zh } from './totp-text.zh.ts'

export const pt: Like<typeof zh> = {
  title: 'Configurar um autenticador',
  forced: 'Sua empresa exige um autenticador dos administradores. Configure-o primeiro.',
  intro: 'O segredo aparece primeiro; passa a valer depois que você informar o primeiro código.',
  next: 'Avançar',
  scan: 'Leia a imagem com um autenticador (Google Authenticator, Microsoft Authenticator etc.) e informe os 6 dígitos exibidos.',
  picture: 'Código QR do autenticador',
  secret: 'Se não for possível ler a imagem, digite a chave:',
  code: '6 dígitos',
  codeMissing: 'Informe os 6 dígitos',
  enable: 'Ativar',
  codesTitle: 'Guarde os códigos de recuperação',
  codesText: 'Sem o telefone, cada um entra uma vez no lugar do código. Eles só são exibidos agora.',
  copyCodes: 'Copiar todos os códigos de recuperação',
  done: 'Já os guardei',
}
