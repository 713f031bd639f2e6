import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const sentences: Sentences = {
  'The receiver lets us not in (HTTP {status}).': 'O receptor não nos deixa entrar (HTTP {status}).',
  'Check the fixed headers and the address.': 'Verifique os cabeçalhos fixos e o endereço.',
  Webhook: 'Webhook',
  'Posts each record to an address, signed, with an id that stays the same over all tries so that the receiver can tell repeats.':
    'Envia cada registro por POST a um endereço, assinado, com um id que não muda entre as tentativas, para que o receptor reconheça repetições.',
  'Address of the receiver': 'Endereço do receptor',
  'It is shown in the evidence of records; keys belong into headers or the signature.':
    'Ele aparece nas evidências dos registros; chaves pertencem aos cabeçalhos ou à assinatura.',
  Signature: 'Assinatura',
  'Standard Webhooks (webhook-signature)': 'Padrão Standard Webhooks (webhook-signature)',
  'Header X-Hub-Signature-256': 'Cabeçalho X-Hub-Signature-256',
  None: 'Nenhuma',
  'Secret of the signature': 'Segredo da assinatura',
  'whsec_ and Base64, or any text, the same as at the receiver. Sealed at rest and never shown again.':
    'whsec_ e Base64, ou qualquer texto, o mesmo que no receptor. Guardado cifrado e nunca mais mostrado.',
  'Fixed headers': 'Cabeçalhos fixos',
  'Sent with every request; sealed at rest and never shown again.':
    'Enviados com cada requisição; guardados cifrados e nunca mais mostrados.',
  'Requests at once': 'Requisições simultâneas',
  'With 1 records are sent in their order.': 'Com 1, os registros são enviados na sua ordem.',
  'Time limit (seconds)': 'Tempo limite (segundos)',
  'Form of the message': 'Forma da mensagem',
  '{"type": …, "data": the record}': '{"type": …, "data": o registro}',
  'The record itself': 'O próprio registro',
  'Type of the event': 'Tipo do evento',
  'The receiver handles each id once': 'O receptor trata cada id uma só vez',
  'Only where the receiver does one webhook-id once: what was not answered is then sent again; otherwise it is unknown.':
    'Somente onde o receptor processa cada webhook-id uma só vez: o que não foi respondido é então enviado de novo; senão é desconhecido.',
}
