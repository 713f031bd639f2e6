import type { Sentences } from '@sluice/contract'

/** By the English sentence. */
export const queueSentences: Sentences = {
  'The message has an object of more than {max} names, which is not read.':
    'A mensagem tem um objeto com mais de {max} nomes, que não é lido.',
  'The message is a list of more than {max} elements.': 'A mensagem é uma lista com mais de {max} elementos.',
  'The message is nested too deeply to be a record.':
    'A mensagem tem aninhamento profundo demais para ser um registro.',
  'The message has the name {name} twice in one object, and one of the values would be lost.':
    'A mensagem tem o nome {name} duas vezes no mesmo objeto, e um dos valores seria perdido.',
  'The message is empty.': 'A mensagem está vazia.',
  'The message is not valid JSON.': 'A mensagem não é um JSON válido.',
  'The message is not UTF-8 text.': 'A mensagem não é texto UTF-8.',
  'The message is no JSON object and no list of them.': 'A mensagem não é um objeto JSON nem uma lista deles.',
  'Ask the sender for JSON objects, or choose another format of the message in the source.':
    'Peça objetos JSON ao remetente ou escolha outro formato de mensagem na origem.',
  'The message has a field "{field}" of its own, so its properties have no place.':
    'A mensagem tem um campo próprio "{field}", por isso não há lugar para suas propriedades.',
  'Choose another field for the properties in the source.': 'Escolha outro campo para as propriedades na origem.',
  'The field "{field}", which is the message, has no value.': 'O campo "{field}", que é a mensagem, não tem valor.',
  'Map it, or send the whole record as JSON.': 'Mapeie-o ou envie o registro inteiro como JSON.',
  'The field "{field}", which is part of the name {template}, has no value.':
    'O campo "{field}", que faz parte do nome {template}, não tem valor.',
  'Map it, or write to a fixed name.': 'Mapeie-o ou grave em um nome fixo.',
  'The stored place of this queue is not one of its own.': 'A posição armazenada desta fila não é dela.',
  'Run the strategy anew: what was not acknowledged is delivered again.':
    'Execute a estratégia novamente: o que não foi confirmado é entregue de novo.',
  'The {what} gives each message once; increments by a field are not possible.':
    '{what~} entrega cada mensagem uma vez; incrementos por um campo não são possíveis.',
  'Switch off the increment.': 'Desative o incremento.',
  '{where} does not speak TLS.': '{where} não fala TLS.',
  'Use the port for encrypted connections, or set encryption to off.':
    'Use a porta de conexões criptografadas ou desative a criptografia.',
  'Nothing was sent, because the run was stopped.': 'Nada foi enviado, porque a execução foi parada.',
  'Host name or IP address, without protocol and port.': 'Nome do host ou endereço IP, sem protocolo nem porta.',
  'Usually {defaultPort}, {tlsPort} for encrypted connections.':
    'Geralmente {defaultPort}; {tlsPort} para conexões criptografadas.',
  'User name': 'Nome de usuário',
  'Empty when the server asks for no sign-in.': 'Vazio quando o servidor não pede autenticação.',
  Encryption: 'Criptografia',
  'Format of the message': 'Formato da mensagem',
  JSON: 'JSON',
  Text: 'Texto',
  Binary: 'Binário',
  'JSON: an object is a record, a list of objects is several; text goes to the field text, binary to the field content. Messages that do not fit become rejected rows.':
    'JSON: um objeto é um registro, uma lista de objetos são vários; texto vai para o campo text, binário para o campo content. Mensagens que não servem viram linhas rejeitadas.',
  'Field for properties': 'Campo para propriedades',
  'Headers and properties of the message go here, for example _message.id.':
    'Cabeçalhos e propriedades da mensagem vão aqui, por exemplo _message.id.',
  'Field to send': 'Campo a enviar',
  'Empty: the whole record as JSON. Filled: the text or binary content of this field alone.':
    'Vazio: o registro inteiro como JSON. Preenchido: somente o texto ou conteúdo binário deste campo.',
  'Let the broker keep more, or longer; ask the sender for what is missing.':
    'Deixe o broker guardar mais ou por mais tempo; peça ao remetente o que falta.',
}
