// perspective-api-client knows one address only, and is brought to ours by https_proxy.
const Perspective = require("perspective-api-client");

const [key] = process.argv.slice(2);

async function main() {
  const perspective = new Perspective({ apiKey: key });
  const scores = await perspective.analyze("You are a <b>stupid</b> idiot.", { attributes: ["toxicity", "insult"] });
  const refusal = await perspective.analyze("Fine.", { attributes: ["SPAM"] }).catch((problem) => problem);
  console.log(JSON.stringify({ scores, refusal: { name: refusal.name, message: refusal.message } }));
}

main();
