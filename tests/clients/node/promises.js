// Today's googleapis takes promises. Its `google.discoverAPI` is `Discovery` of googleapis-common, asked here directly:
// googleapis itself would bring 250 MB of other APIs.
const { Discovery } = require("googleapis-common");

const [discoveryUrl, key] = process.argv.slice(2);
const comment = { text: "You are a stupid idiot." };

async function main() {
  const client = (await new Discovery({}).discoverAPI(discoveryUrl))({});
  const asked = { comment, requestedAttributes: { TOXICITY: {} }, clientToken: "promises" };
  const suggested = { comment, attributeScores: { TOXICITY: { summaryScore: { value: 1 } } }, clientToken: "said" };
  const scores = (await client.comments.analyze({ key, resource: asked })).data;
  const thanks = (await client.comments.suggestscore({ key, resource: suggested })).data;
  const refusal = await client.comments.analyze({ key, resource: { comment } }).catch((problem) => problem.response.data);
  console.log(JSON.stringify({ scores, thanks, refusal }));
}

main();
