// googleapis up to version 25 takes callbacks. Prints what it was told, as JSON.
const google = require("googleapis-8");

const [discoveryUrl, key] = process.argv.slice(2);
const comment = { text: "You are a stupid idiot." };

google.discoverAPI(discoveryUrl, (problem, client) => {
  if (problem) throw problem;
  const asked = { comment, requestedAttributes: { TOXICITY: {} }, clientToken: "callbacks" };
  client.comments.analyze({ key, resource: asked }, (problem, scores) => {
    if (problem) throw problem;
    client.comments.analyze({ key, resource: { comment } }, (refusal) => {
      const { code, message } = refusal;
      console.log(JSON.stringify({ scores, refusal: { code, message } }));
    });
  });
});
