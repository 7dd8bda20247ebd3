// Citation numbers, from the gs_data.json named in this script's data-source attribute.
//   #total_cit                       all citations; what the page says there stays if there is no number
//   .show_paper_citations[data=ID]   citations of one work; stays empty for an unknown or empty id
//   [data-scholar=KEY]               any number of the file, such as citedby or hindex
// Badges are hidden until their number is there, and stay away if it never comes.
(() => {
  const source = document.currentScript && document.currentScript.dataset.source;

  const reveal = (element) => {
    element.hidden = false;
  };
  for (const image of document.querySelectorAll("img[data-when-loaded]")) {
    const link = image.closest("[hidden]") || image;
    if (image.complete && image.naturalWidth > 0) reveal(link);
    else image.addEventListener("load", () => reveal(link));
  }
  for (const image of document.querySelectorAll('img[src*="img.shields.io/"]:not([data-when-loaded])')) {
    // A link that held only the badge goes with it: nobody could tell where it leads.
    const link = image.closest("a");
    const alone = link && link.textContent.trim() === "" && link.querySelectorAll("img").length === 1;
    const leave = () => (alone ? link : image).remove();
    if (image.complete && image.naturalWidth === 0) leave();
    else image.addEventListener("error", leave);
  }

  const count = (value) => {
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
    return Number.isFinite(number) ? number : null;
  };

  const fill = (data) => {
    const works = data.publications || {};
    const total = count(data.citedby);

    const totalElement = document.getElementById("total_cit");
    if (totalElement && total !== null) totalElement.textContent = total;

    for (const element of document.querySelectorAll(".show_paper_citations")) {
      const id = element.getAttribute("data");
      const work = id && Object.hasOwn(works, id) ? works[id] : null;
      const cited = work ? count(work.num_citations) : null;
      if (cited !== null) element.textContent = `Citations: ${cited}`;
    }

    for (const element of document.querySelectorAll("[data-scholar]")) {
      const value = count(data[element.dataset.scholar]);
      if (value === null) continue;
      element.textContent = value;
      const holder = element.closest("[data-scholar-badge], [data-scholar-tile]");
      if (holder) reveal(holder);
    }
  };

  const wanted = document.querySelector("#total_cit, .show_paper_citations, [data-scholar]");
  if (!source || !wanted) return;
  fetch(source)
    .then((answer) => (answer.ok ? answer.json() : null))
    .then((data) => {
      if (data && typeof data === "object") fill(data);
    })
    .catch(() => {
      // No numbers today. The page reads well without them.
    });
})();
