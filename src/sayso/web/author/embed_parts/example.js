// The example page: fills the box, lists the events, and shows what would be posted.

const box = document.querySelector("#comment");

for (const name of ["scored", "replaced", "refused", "error"]) {
  document.addEventListener(`sayso:${name}`, (event) => {
    const line = document.createElement("li");
    line.textContent = `sayso:${name} ${JSON.stringify(event.detail)}`;
    document.querySelector("#events").prepend(line);
  });
}

for (const button of document.querySelectorAll("#try button")) {
  button.addEventListener("click", () => {
    box.value = button.textContent;
    box.focus();
    box.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

document.querySelector("#post").addEventListener("submit", (event) => {
  event.preventDefault();
  document.querySelector("#posted").textContent = `This would be posted: ${new FormData(event.target).get("comment")}`;
});
